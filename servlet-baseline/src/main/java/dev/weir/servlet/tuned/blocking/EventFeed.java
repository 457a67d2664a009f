package dev.weir.servlet.tuned.blocking;

import dev.weir.events.Batch;
import dev.weir.events.ConcurrentReads;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.throttle.Timer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import org.apache.catalina.connector.ClientAbortException;

/**
 * Reads the log in a loop, and waits for it.
 *
 * <p>Which thread: the request's; the thread that appends an event only wakes it. Waited for without a thread: nothing. The client leaves: a
 * write throws, or {@link DisconnectSweep} finds out and has the thread woken.
 *
 * <p>It is a loop: the thread's stack keeps the position. The feed of {@code async} is a state machine instead, since it
 * begins anew at each callback.
 */
final class EventFeed implements AutoCloseable {
    private final EventLog log;
    private final ConcurrentReads reads;
    private final Reading reading;
    private final long heartbeatNanos;
    private final WakeUps wakeUps;
    private final WakeUps.Sleeper sleeper = new WakeUps.Sleeper();
    private final Deadline deadline;

    private volatile long after;
    private volatile boolean gone;
    private volatile boolean dismissed;

    EventFeed(EventLog log, ConcurrentReads reads, Reading reading, Duration heartbeat, WakeUps wakeUps, Timer timer) {
        this.log = log;
        this.reads = reads;
        this.reading = reading;
        this.heartbeatNanos = heartbeat.toNanos();
        this.wakeUps = wakeUps;
        this.deadline = new Deadline(timer, this::look);
        this.after = reading.after();
    }

    /** Writes events as they come, until the server stops. The opening of the stream has been written. */
    void stream(OutputStream out) throws IOException {
        long sentNanos = System.nanoTime();
        long told = reading.after();
        while (!dismissed) {
            boolean more = await(sentNanos + heartbeatNanos);
            Batch batch = read();
            if (batch.size() > 0 || !more) {
                send(out, batch.since(told).sse());
                told = batch.next();
                sentNanos = System.nanoTime();
            }
        }
        send(out, StreamFields.comeBack());
    }

    /** Waits for events. Returns none when the time is over, or the server stops. */
    Batch next() throws IOException {
        long endNanos = System.nanoTime() + reading.timeout().toNanos();
        Batch batch = read();
        while (batch.size() == 0 && !dismissed && await(endNanos)) {
            batch = read();
        }
        return batch;
    }

    private Batch read() {
        Batch batch = reads.read(reading, after);
        after = batch.next();
        return batch;
    }

    /** Waits for an event. Returns false when the time is over. */
    private boolean await(long endNanos) throws IOException {
        deadline.set(endNanos);
        wakeUps.waits(sleeper); // before the log is read, so that an event that comes later wakes the thread
        try {
            while (log.last() <= after && !dismissed && endNanos - System.nanoTime() > 0) {
                if (gone) {
                    throw new ClientAbortException("the client has left"); // as a failed write does
                }
                sleeper.park();
                if (Thread.interrupted()) {
                    throw new InterruptedIOException("the server stops");
                }
                wakeUps.waits(sleeper);
            }
            return log.last() > after;
        } finally {
            wakeUps.taken(sleeper);
        }
    }

    private static void send(OutputStream out, byte[] bytes) throws IOException {
        try {
            out.write(bytes);
            out.flush();
        } catch (IllegalStateException e) { // Tomcat throws it when an HTTP/2 client takes its window back below 0
            throw new ClientAbortException(e);
        }
    }

    long lag() {
        return log.last() - after;
    }

    /** Wakes the feed, because there may be an event, or because its state has changed. Any thread. */
    void look() {
        wakeUps.tell(sleeper);
    }

    /** Ends the feed, because its client has left. */
    void gone() {
        gone = true;
        look();
    }

    /** Ends the feed, because the server stops. */
    void dismiss() {
        dismissed = true;
        look();
    }

    @Override
    public void close() {
        deadline.close();
    }
}
