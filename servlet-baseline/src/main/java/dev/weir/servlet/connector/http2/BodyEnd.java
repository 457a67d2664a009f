package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;

/**
 * Returns the lock that Tomcat 11.0.25 fails to hold when a DATA frame ends a request body.
 *
 * <p>{@code StandardStreamInputBuffer.isRequestBodyFullyRead()} checks under this lock whether the buffer is empty,
 * then whether the stream has ended. The connection's thread fills the buffer and ends the stream without the lock. If
 * it does both between the two checks, the method returns true although bytes are unread. The request then waits until
 * it times out.
 *
 * <p>The stream must therefore end under the lock. The connection's thread takes the monitor of the buffer first and
 * this lock second, as Tomcat does.
 */
final class BodyEnd {
    private static final Class<?> STREAM = TomcatField.http2("Stream");
    private static final Class<?> BUFFER = TomcatField.http2("Stream$StandardStreamInputBuffer");
    private static final VarHandle STREAMS =
            TomcatField.of(Http2AsyncUpgradeHandler.class.getSuperclass(), "streams", ConcurrentNavigableMap.class);
    private static final VarHandle INPUT =
            TomcatField.of(STREAM, "inputBuffer", TomcatField.http2("Stream$StreamInputBuffer"));
    private static final VarHandle LOCK = TomcatField.of(BUFFER, "readStateLock", Lock.class);

    private BodyEnd() {}

    /** Returns the lock of the stream's body, or a new lock if the stream is no longer served. */
    static Lock lock(Http2AsyncUpgradeHandler connection, int stream) {
        Object served = ((ConcurrentNavigableMap<?, ?>) STREAMS.get(connection)).get(stream);
        Object input = STREAM.isInstance(served) ? INPUT.get(served) : null;
        return BUFFER.isInstance(input) ? (Lock) LOCK.get(input) : new ReentrantLock();
    }
}
