package dev.weir.servlet.tuned.blocking;

import dev.weir.events.Batch;
import dev.weir.events.ConcurrentReads;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.throttle.Timer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import org.apache.catalina.connector.ClientAbortException;

/**
 * An event stream or a long poll. Reads new events from the log, and blocks while there are none.
 *
 * <p>Runs on the request's thread. Blocks that thread while it waits. When the client leaves, the next write throws. If
 * the thread waits, {@link DisconnectSweep} wakes it.
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
    private volatile boolean revoked;
    private volatile boolean dismissed;
    /** Whether {@link #close} has been called. Guarded by this object's monitor. */
    private boolean closed;

    EventFeed(EventLog log, ConcurrentReads reads, Reading reading, Duration heartbeat, WakeUps wakeUps, Timer timer) {
        this.log = log;
        this.reads = reads;
        this.reading = reading;
        this.heartbeatNanos = heartbeat.toNanos();
        this.wakeUps = wakeUps;
        this.deadline = new Deadline(timer, this::look);
        this.after = reading.after();
    }

    /**
     * Writes new events until the server stops. Writes a heartbeat whenever there is no event for the heartbeat
     * interval. The caller must first write the start of the stream.
     */
    void stream(OutputStream out) throws IOException {
        long sentNanos = System.nanoTime();
        long told = reading.after();
        while (!dismissed) {
            boolean more = await(sentNanos + heartbeatNanos);
            if (revoked) {
                throw new ClientAbortException("The client's key is revoked"); // so that Tomcat closes the connection
            }
            Batch batch = read();
            if (batch.size() > 0 || !more) {
                send(out, batch.since(told).sse());
                told = batch.next();
                sentNanos = System.nanoTime();
            }
        }
        send(out, StreamFields.comeBack());
    }

    /**
     * Waits for new events. Returns an empty batch if the poll times out or the server stops.
     *
     * @throws RefusedException if the client's key is revoked
     */
    Batch next() throws IOException {
        long endNanos = System.nanoTime() + reading.timeout().toNanos();
        Batch batch = read();
        while (batch.size() == 0 && !dismissed && !revoked && await(endNanos)) {
            batch = read();
        }
        if (revoked) {
            throw new RefusedException(Problem.UNKNOWN_KEY);
        }
        return batch;
    }

    private Batch read() {
        Batch batch = reads.read(reading, after);
        after = batch.next();
        return batch;
    }

    /**
     * Waits until an event arrives, {@link System#nanoTime} reaches {@code endNanos}, the server stops, or the client's
     * key is revoked. Returns whether an event has arrived.
     */
    private boolean await(long endNanos) throws IOException {
        deadline.set(endNanos);
        wakeUps.waits(sleeper); // before the log is read, so that an event that comes later wakes the thread
        try {
            while (log.last() <= after && !dismissed && !revoked && endNanos - System.nanoTime() > 0) {
                if (gone) {
                    throw new ClientAbortException("The client has left"); // the same exception as after a failed write
                }
                sleeper.park();
                if (Thread.interrupted()) {
                    throw new InterruptedIOException("The server is stopping");
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
        } catch (IllegalStateException e) { // Tomcat throws it when an HTTP/2 client reduces its window below 0
            throw new ClientAbortException(e);
        }
    }

    long lag() {
        return log.last() - after;
    }

    /** Wakes the waiting thread. Call it after a new event or a change of the feed's state. Any thread may call it. */
    void look() {
        wakeUps.tell(sleeper);
    }

    void gone() {
        gone = true;
        look();
    }

    /**
     * Ends the feed, because the client's key is revoked. Does nothing after {@link #close}, because the connection may
     * then serve another request. Any thread may call it.
     *
     * @param shut makes a blocked write fail
     */
    synchronized void revoke(Runnable shut) {
        if (!closed) {
            revoked = true;
            shut.run();
            look();
        }
    }

    void dismiss() {
        dismissed = true;
        look();
    }

    @Override
    public synchronized void close() {
        closed = true;
        deadline.close();
    }
}
