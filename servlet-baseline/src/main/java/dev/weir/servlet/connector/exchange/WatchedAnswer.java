package dev.weir.servlet.connector.exchange;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.apache.coyote.OutputBuffer;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long the writes of a response have waited for the client. {@link UnreadAnswers} defines the limits.
 *
 * <p>Over HTTP/2, one object measures one stream. Over HTTP/1.1, one object measures all responses of a connection, so
 * pipelined responses share one limit. One thread at a time writes. Another thread checks the limits.
 */
public final class WatchedAnswer implements ActionHook, OutputBuffer {
    private static final String NAME = WatchedAnswer.class.getName();
    private static final VarHandle HOOK = TomcatField.of(Response.class, "hook", ActionHook.class);
    private static final VarHandle OUT = TomcatField.of(Response.class, "outputBuffer", OutputBuffer.class);
    private static final VarHandle WRAPPER =
            TomcatField.of(AbstractProcessor.class, "socketWrapper", SocketWrapperBase.class);
    private static final ThreadLocal<Boolean> WRITING = new ThreadLocal<>();

    private final Set<WatchedAnswer> written;
    private final AbstractProcessor processor;
    private final Response response;
    private final ActionHook hook;
    private final OutputBuffer out;
    private final boolean isOfStream;
    private volatile boolean limited;
    private volatile int sent;
    // Guarded by this.
    private boolean writing;
    private long waitedNanos;
    /** The time at which a write last began or ended ({@link System#nanoTime}). */
    private long changedNanos = System.nanoTime();

    private @Nullable TomcatStream stream;
    private boolean broken;

    private WatchedAnswer(
            Set<WatchedAnswer> written, AbstractProcessor processor, Response response, boolean isOfStream) {
        this.written = written;
        this.processor = processor;
        this.response = response;
        this.isOfStream = isOfStream;
        this.hook = (ActionHook) HOOK.get(response);
        this.out = (OutputBuffer) OUT.get(response);
        HOOK.set(response, this);
        response.setOutputBuffer(this);
    }

    static void install(Set<WatchedAnswer> written, AbstractProcessor processor) {
        Response response = processor.getRequest().getResponse();
        var _ = new WatchedAnswer(written, processor, response, false);
    }

    /** Returns the object that measures {@code response}, or null if no processor of Tomcat writes the response. */
    static @Nullable WatchedAnswer of(Set<WatchedAnswer> written, Response response) {
        Object hook = HOOK.get(response);
        if (hook instanceof WatchedAnswer there) {
            there.limited = false;
            there.sent = 0;
            there.response.getRequest().setAttribute(NAME, there);
            return there;
        }
        if (hook instanceof AbstractProcessor stream) {
            WatchedAnswer made = new WatchedAnswer(written, stream, response, true);
            response.getRequest().setAttribute(NAME, made);
            return made;
        }
        return null;
    }

    /** Exempts the response from {@link UnreadAnswers}. The caller must itself abort the response of a slow client. */
    public static void hasOwnLimit(ServletRequest request) {
        if (request.getAttribute(NAME) instanceof WatchedAnswer answer) {
            answer.limited = true;
        }
    }

    /** Sets the measured time to 0. Call it when Tomcat reuses the response for another HTTP/1.1 connection. */
    public static void forget(Response response) {
        if (HOOK.get(response) instanceof WatchedAnswer answer) {
            synchronized (answer) {
                answer.waitedNanos = 0;
                answer.limited = false;
            }
        }
    }

    /**
     * Returns the status that was sent, or -1 if none was. Returns 0 if no {@code WatchedAnswer} watched the response,
     * so this is unknown.
     */
    public static int sentStatus(ServletRequest request) {
        if (request.getAttribute(NAME) instanceof WatchedAnswer answer) {
            return answer.sent == 0 ? -1 : answer.sent;
        }
        return 0;
    }

    public static boolean isWrittenHere() {
        return WRITING.get() != null;
    }

    @Override
    public int doWrite(ByteBuffer chunk) throws IOException {
        boolean begun = begin();
        try {
            return out.doWrite(chunk);
        } finally {
            end(begun);
        }
    }

    @Override
    public long getBytesWritten() {
        return out.getBytesWritten();
    }

    @Override
    public void action(ActionCode code, Object parameter) {
        switch (code) {
            case CLOSE -> {
                if (!response.isCommitted()) {
                    action(ActionCode.COMMIT, parameter); // otherwise Tomcat commits it past this object
                }
                limited = false; // the limit of the caller ends with the body
                write(() -> hook.action(code, parameter));
                if (isOfStream) { // if Tomcat reuses the response, the next stream needs its own object
                    HOOK.compareAndSet(response, this, hook);
                    OUT.compareAndSet(response, this, out);
                }
            }
            case COMMIT ->
                write(() -> {
                    sent = stream != null && stream.isOver() ? -1 : response.getStatus();
                    hook.action(code, parameter);
                });
            case CLIENT_FLUSH -> write(() -> hook.action(code, parameter));
            default -> hook.action(code, parameter);
        }
    }

    public void write(Runnable task) {
        boolean begun = begin();
        try {
            task.run();
        } finally {
            end(begun);
        }
    }

    private synchronized boolean begin() {
        if (writing) {
            return false;
        }
        long nowNanos = System.nanoTime();
        waitedNanos = Math.max(0, waitedNanos - (nowNanos - changedNanos));
        changedNanos = nowNanos;
        writing = true;
        if (isOfStream
                && stream == null
                && processor.getRequest().getNote(CoyoteAdapter.ADAPTER_NOTES)
                        instanceof org.apache.catalina.connector.Request request) {
            stream = TomcatStream.of(request.getRequest());
        }
        WRITING.set(true);
        written.add(this);
        return true;
    }

    private void end(boolean begun) {
        if (begun) {
            written.remove(this);
            WRITING.remove();
            synchronized (this) {
                long nowNanos = System.nanoTime();
                waitedNanos += nowNanos - changedNanos;
                changedNanos = nowNanos;
                writing = false;
            }
        }
    }

    /**
     * Aborts the response if its writes have blocked for {@code mostNanos}. Never blocks. Over HTTP/1.1, shuts the
     * connection down. Over HTTP/2, the first call resets the stream, and the next call shuts the connection down.
     */
    synchronized void endIfLate(long nowNanos, long mostNanos) {
        if (!writing || limited || waitedNanos + nowNanos - changedNanos < mostNanos) {
            return;
        }
        if (stream != null && !broken) {
            broken = true;
            stream.breakOff();
        } else if (WRAPPER.getVolatile(processor) instanceof SocketWrapperBase<?> wrapper) {
            WatchedConnection.shut(wrapper);
        }
    }
}
