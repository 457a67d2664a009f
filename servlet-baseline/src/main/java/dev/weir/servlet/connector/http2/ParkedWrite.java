package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * The write of an HTTP/2 frame that waits for room in the socket. When a client ends its connection, Tomcat 11.0.25
 * closes the connection, but does not fail this write. All threads that write to the connection would wait for the full
 * time-out of a write.
 */
public final class ParkedWrite {
    /** Tomcat's class of a read or write that may have to wait for the socket. */
    static final Class<?> OPERATION = TomcatField.type(SocketWrapperBase.class.getName() + "$OperationState");

    private static final VarHandle WRITING = TomcatField.of(SocketWrapperBase.class, "writeOperation", OPERATION);

    private ParkedWrite() {}

    /**
     * Fails the waiting write of a connection, and all later ones. Call this when Tomcat closes the connection. Any
     * thread may call this. Never blocks.
     */
    public static void fail(SocketWrapperBase<?> wrapper) {
        wrapper.setError(new ClosedChannelException());
        if (WRITING.getVolatile(wrapper) instanceof Runnable write) {
            // If the write ends meanwhile, Tomcat counts it twice. Harmless, because later writes fail on the error.
            write.run();
        }
    }
}
