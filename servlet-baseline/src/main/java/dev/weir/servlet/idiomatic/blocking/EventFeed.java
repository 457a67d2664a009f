package dev.weir.servlet.idiomatic.blocking;

import dev.weir.events.Batch;
import dev.weir.events.ConcurrentReads;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * An event stream or a long poll. Reads new events from the log, and blocks while there are none.
 *
 * <p>Runs on the request's thread. Blocks that thread while it waits. When the client leaves, the next write throws.
 */
final class EventFeed {
    private final EventLog log;
    private final ConcurrentReads reads;
    private final EventSignal signal;
    private final Reading reading;

    private volatile long after;
    private volatile boolean dismissed;
    private volatile boolean revoked;

    EventFeed(EventLog log, ConcurrentReads reads, EventSignal signal, Reading reading) {
        this.log = log;
        this.reads = reads;
        this.signal = signal;
        this.reading = reading;
        this.after = reading.after();
    }

    /**
     * Writes new events until the server stops. Writes a heartbeat whenever there is no event for the time
     * {@code heartbeat}. The caller must first write the start of the stream.
     */
    void stream(OutputStream out, Duration heartbeat) throws IOException {
        long sentNanos = System.nanoTime();
        long told = reading.after();
        while (!dismissed) {
            boolean more = await(sentNanos + heartbeat.toNanos());
            if (revoked) {
                throw new IOException("The client's key is revoked"); // so that Tomcat closes the connection
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
     * Waits until an event arrives, the time {@code endNanos} of {@link System#nanoTime} is reached, the server stops
     * or the client's key is revoked. Returns whether an event has arrived.
     */
    private boolean await(long endNanos) throws IOException {
        signal.await(() -> log.last() > after || dismissed || revoked, endNanos);
        return log.last() > after;
    }

    private static void send(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    long lag() {
        return log.last() - after;
    }

    /** Ends the feed, because the client's key is revoked. Any thread may call it. */
    void revoke() {
        revoked = true;
        signal.signal();
    }

    /**
     * Ends the feed, because the server stops. The caller must then wake the feed's thread by
     * {@link EventSignal#signal}.
     */
    void dismiss() {
        dismissed = true;
    }
}
