package dev.weir.servlet.blocking;

import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.servlet.PeerSweep;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.connector.ClientAbortException;

/**
 * Reads the log in a loop, and waits for it.
 *
 * <p>Which thread: the request's; who appends only wakes it. Waited for without a thread: nothing. The client leaves: a
 * write throws, or {@link PeerSweep} finds out and wakes the thread.
 *
 * <p>Its shape is a loop, since the thread remembers where it is.
 */
final class EventFeed {
    private static final long BATCH_BYTES = 32 * 1024;

    private final EventLog log;
    private final Reading reading;
    private final long heartbeatNanos;
    private final Thread thread = Thread.currentThread();

    private volatile long after;
    private volatile boolean gone;
    private volatile boolean dismissed;

    EventFeed(EventLog log, Reading reading, Duration heartbeat) {
        this.log = log;
        this.reading = reading;
        this.heartbeatNanos = heartbeat.toNanos();
        this.after = reading.after();
    }

    /** Writes events as they come, until the server stops; the stream has been opened. */
    void stream(OutputStream out) throws IOException {
        long sentNanos = System.nanoTime();
        while (!dismissed) {
            boolean more = await(sentNanos + heartbeatNanos);
            Batch batch = read();
            if (batch.size() > 0 || !more) {
                send(out, batch.sse());
                sentNanos = System.nanoTime();
            }
        }
        send(out, StreamFields.comeBack());
    }

    /** Waits for events; none when the time is over, or the server stops. */
    Batch next() throws IOException {
        long endNanos = System.nanoTime() + reading.timeout().toNanos();
        Batch batch = read();
        while (batch.size() == 0 && !dismissed && await(endNanos)) {
            batch = read();
        }
        return batch;
    }

    private Batch read() {
        Batch batch = log.read(after, reading.topics(), reading.mostEvents(), BATCH_BYTES);
        after = batch.next();
        return batch;
    }

    /** Whether there is something to read, before the time is over. */
    private boolean await(long endNanos) throws IOException {
        try {
            long leftNanos = endNanos - System.nanoTime();
            while (leftNanos > 0 && !dismissed) {
                if (gone) {
                    throw new ClientAbortException("the client has left"); // as a failed write does
                }
                if (log.await(after, leftNanos)) {
                    return true;
                }
                leftNanos = endNanos - System.nanoTime();
            }
            return log.last() > after;
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the server stops");
        }
    }

    private static void send(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    long lag() {
        return log.last() - after;
    }

    /** The client has left, and nobody noticed by writing. */
    void gone() {
        gone = true;
        LockSupport.unpark(thread);
    }

    /** The server stops. */
    void dismiss() {
        dismissed = true;
        LockSupport.unpark(thread);
    }
}
