package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * The write of an HTTP/2 frame that waits for room in the socket. Tomcat 11.0.25 forgets such a write when it closes
 * the connection because the client has ended it. Without this class, all threads that write to the connection would
 * wait for the full time-out of a write.
 */
public final class ParkedWrite {
    private static final Class<?> OPERATION = TomcatField.type(SocketWrapperBase.class.getName() + "$OperationState");
    private static final VarHandle WRITING = TomcatField.of(SocketWrapperBase.class, "writeOperation", OPERATION);

    private ParkedWrite() {}

    /**
     * Makes the waiting write and all later writes of a connection fail. Call this when Tomcat closes the connection.
     * Any thread may call this. Never blocks.
     */
    public static void fail(SocketWrapperBase<?> wrapper) {
        wrapper.setError(new ClosedChannelException());
        if (WRITING.getVolatile(wrapper) instanceof Runnable write) {
            write.run(); // may end a write twice, which does no harm, because later writes see the error
        }
    }
}
