package dev.weir.servlet.connector.exchange;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.RequestFacade;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.jspecify.annotations.Nullable;

/**
 * Gives access to an HTTP/2 stream of Tomcat: to reset it, or to use its lock ({@link ContainerLock}). Tomcat itself
 * resets a stream only after a failed write. If a response breaks off for another reason and nobody resets the stream,
 * the response looks complete to the client. Tomcat does not reuse the object of an ended stream.
 */
public final class TomcatStream {
    private static final Class<?> PROCESSOR = TomcatField.http2("StreamProcessor");
    private static final Class<?> STREAM = TomcatField.http2("Stream");
    private static final Class<?> OUTPUT = TomcatField.http2("Stream$StreamOutputBuffer");
    private static final Class<?> RESET = TomcatField.http2("StreamException");
    private static final Class<?> ERROR = TomcatField.http2("Http2Error");

    private static final VarHandle REQUEST = TomcatField.of(RequestFacade.class, "request", Request.class);
    private static final VarHandle HOOK = TomcatField.of(org.apache.coyote.Request.class, "hook", ActionHook.class);
    private static final VarHandle LOCK = TomcatField.of(PROCESSOR, "processLock", Lock.class);
    private static final VarHandle SERVED = TomcatField.of(PROCESSOR, "stream", STREAM);
    private static final VarHandle BODY = TomcatField.of(STREAM, "streamOutputBuffer", OUTPUT);
    private static final Class<?> CONNECTION = TomcatField.http2("Http2UpgradeHandler");
    private static final VarHandle CARRIER = TomcatField.of(STREAM, "handler", CONNECTION);
    private static final VarHandle REASON = TomcatField.of(OUTPUT, "reset", RESET);
    private static final Method WAKE;
    private static final Method CAN_WRITE;
    private static final Method WINDOW;
    private static final Method AS_IF_RESET;
    private static final Constructor<?> NEW_RESET;

    /** The HTTP/2 error code {@code CANCEL} (RFC 9113, 7). */
    private static final long CANCEL = 8;

    static {
        try {
            WAKE = STREAM.getDeclaredMethod("cancelAllocationRequests");
            WAKE.setAccessible(true);
            CAN_WRITE = STREAM.getDeclaredMethod("canWrite");
            CAN_WRITE.setAccessible(true);
            WINDOW = TomcatField.http2("AbstractStream").getDeclaredMethod("getWindowSize");
            WINDOW.setAccessible(true);
            AS_IF_RESET = CONNECTION.getDeclaredMethod("reset", int.class, long.class);
            AS_IF_RESET.setAccessible(true);
            NEW_RESET = RESET.getDeclaredConstructor(String.class, ERROR, int.class);
            NEW_RESET.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Weir does not know the HTTP/2 classes of this version of Tomcat", e);
        }
    }

    private final ActionHook processor;
    private final int id;

    private TomcatStream(ActionHook processor, int id) {
        this.processor = processor;
        this.id = id;
    }

    /** Returns the request's HTTP/2 stream, or null over HTTP/1.1. Call it on a thread that serves the request. */
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
     * Makes Tomcat reset the stream when the request ends. Any thread may call this.
     *
     * <p>If a write waits for the stream's flow-control window, this method makes the write fail immediately. A
     * negative window needs one more step: the method makes Tomcat act as if the client had reset the stream.
     *
     * <p>If a write waits for the connection's window, Tomcat closes the connection.
     */
    public void breakOff() {
        try {
            Object stream = SERVED.get(processor);
            Object internalError =
                    Objects.requireNonNull(ERROR.getEnumConstants())[2]; // the index is the error's code in RFC 9113, 7
            Object body = BODY.get(stream);
            REASON.set(body, NEW_RESET.newInstance("the response was broken off", internalError, id));
            WAKE.invoke(stream);
            if ((long) WINDOW.invoke(stream) < 0) {
                AS_IF_RESET.invoke(CARRIER.get(stream), id, CANCEL);
            }
        } catch (InvocationTargetException e) {
            // The stream has just ended.
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Weir does not know the HTTP/2 classes of this version of Tomcat", e);
        }
    }

    /**
     * Returns whether the response is written, the client has reset the stream, or the connection has ended. Any thread
     * may call this.
     */
    public boolean isOver() {
        try {
            return Boolean.FALSE.equals(CAN_WRITE.invoke(SERVED.get(processor)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Weir does not know the HTTP/2 classes of this version of Tomcat", e);
        }
    }

    /**
     * Resets the stream and ends the request. The caller must hold the request's lock ({@link #lock}). The request must
     * not have ended.
     */
    public void fail() {
        breakOff();
        processor.action(ActionCode.CLOSE_NOW, new IOException("the response was broken off"));
    }
}
