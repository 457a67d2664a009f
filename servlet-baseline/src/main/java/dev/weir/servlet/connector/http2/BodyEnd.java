package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds a lock of Tomcat that guards the state of a request body. A thread must hold this lock while the last DATA
 * frame ends the body. Tomcat 11.0.25 does not hold it then.
 *
 * <p>{@code StandardStreamInputBuffer.isRequestBodyFullyRead()} holds this lock for two checks: whether the buffer is
 * empty, then whether the stream has ended. Without the lock, another thread can fill the buffer and end the stream
 * between the checks. The method then returns true although bytes are unread, and the request waits until it times out.
 *
 * <p>Lock order, as in Tomcat: first the buffer's monitor, then this lock.
 */
final class BodyEnd {
    private static final Class<?> STREAM = TomcatField.http2("Stream");
    private static final Class<?> BUFFER = TomcatField.http2("Stream$StandardStreamInputBuffer");
    private static final VarHandle INPUT =
            TomcatField.of(STREAM, "inputBuffer", TomcatField.http2("Stream$StreamInputBuffer"));
    private static final VarHandle LOCK = TomcatField.of(BUFFER, "readStateLock", Lock.class);

    private BodyEnd() {}

    /** Returns the lock of the stream's request body. Returns a new lock if the stream has ended or has no body. */
    static Lock lock(@Nullable Object stream) {
        Object input = STREAM.isInstance(stream) ? INPUT.get(stream) : null;
        return BUFFER.isInstance(input) ? (Lock) LOCK.get(input) : new ReentrantLock();
    }
}
