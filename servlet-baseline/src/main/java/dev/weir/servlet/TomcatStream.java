package dev.weir.servlet;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.RequestFacade;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.jspecify.annotations.Nullable;

/**
 * A stream of HTTP/2, which Tomcat shows to nobody: its lock (see {@link ContainerLock}), and a way to reset it.
 *
 * <p>Tomcat resets a stream only if a write to it failed; whatever else ends a response early looks like its end. Unlike
 * request and response, the stream serves one request, so a call that comes late changes nothing.
 */
public final class TomcatStream {
    private static final Class<?> PROCESSOR = type("StreamProcessor");
    private static final Class<?> STREAM = type("Stream");
    private static final Class<?> OUTPUT = type("Stream$StreamOutputBuffer");
    private static final Class<?> RESET = type("StreamException");
    private static final Class<?> ERROR = type("Http2Error");

    private static final VarHandle REQUEST = TomcatField.of(RequestFacade.class, "request", Request.class);
    private static final VarHandle HOOK = TomcatField.of(org.apache.coyote.Request.class, "hook", ActionHook.class);
    private static final VarHandle LOCK = TomcatField.of(PROCESSOR, "processLock", Lock.class);
    private static final VarHandle SERVED = TomcatField.of(PROCESSOR, "stream", STREAM);
    private static final VarHandle BODY = TomcatField.of(STREAM, "streamOutputBuffer", OUTPUT);
    private static final VarHandle REASON = TomcatField.of(OUTPUT, "reset", RESET);
    private static final Method WAKE;
    private static final Method CAN_WRITE;
    private static final Constructor<?> NEW_RESET;

    static {
        try {
            WAKE = STREAM.getDeclaredMethod("cancelAllocationRequests");
            WAKE.setAccessible(true);
            CAN_WRITE = STREAM.getDeclaredMethod("canWrite");
            CAN_WRITE.setAccessible(true);
            NEW_RESET = RESET.getDeclaredConstructor(String.class, ERROR, int.class);
            NEW_RESET.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Tomcat's streams are others", e);
        }
    }

    private final ActionHook processor;
    private final int id;

    private TomcatStream(ActionHook processor, int id) {
        this.processor = processor;
        this.id = id;
    }

    private static Class<?> type(String name) {
        return TomcatField.type("org.apache.coyote.http2." + name);
    }

    /** Null for a request of HTTP/1.1. On a thread that has the request. */
    public static @Nullable TomcatStream of(ServletRequest wrapped) {
        ServletRequest bare = wrapped;
        while (bare instanceof ServletRequestWrapper wrapper) {
            bare = wrapper.getRequest();
        }
        if (!(bare instanceof RequestFacade facade)) {
            return null;
        }
        Object served = HOOK.get(((Request) REQUEST.get(facade)).getCoyoteRequest());
        return served instanceof ActionHook processor && PROCESSOR.isInstance(served)
                ? new TomcatStream(processor, Integer.parseInt(bare.getProtocolRequestId()))
                : null;
    }

    Lock lock() {
        return (Lock) LOCK.get(processor);
    }

    /**
     * Has the stream reset instead of ended when the request ends, and fails whoever waits for its window. Any thread.
     *
     * <p>If it is the window of the connection that is waited for, Tomcat closes the connection, none of whose streams
     * can send then.
     */
    public void breakOff() {
        try {
            Object stream = SERVED.get(processor);
            Object internalError = Objects.requireNonNull(ERROR.getEnumConstants())[2]; // its code in RFC 9113, 7
            Object body = BODY.get(stream);
            REASON.set(body, NEW_RESET.newInstance("the response was broken off", internalError, id));
            WAKE.invoke(stream);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Tomcat's streams are others", e);
        }
    }

    /** Whether the client takes no more of it, or its connection has ended. Any thread. */
    boolean isOver() {
        try {
            return Boolean.FALSE.equals(CAN_WRITE.invoke(SERVED.get(processor)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Tomcat's streams are others", e);
        }
    }

    /** Breaks it off, and ends a request that waits. With the lock held, and not when the request has ended. */
    public void fail() {
        breakOff();
        processor.action(ActionCode.CLOSE_NOW, new IOException("the response was broken off"));
    }
}
