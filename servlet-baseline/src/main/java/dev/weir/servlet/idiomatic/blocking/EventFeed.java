package dev.weir.servlet.idiomatic.blocking;

import dev.weir.events.Batch;
import dev.weir.events.ConcurrentReads;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Reads the log in a loop, and waits for it.
 *
 * <p>Which thread: the request's; the thread that appends an event only wakes it. Waited for without a thread: nothing. The
 * client leaves: a write throws.
 *
 * <p>It is a loop: the thread's stack keeps the position. The feed of {@code async} is a state machine instead, since it
 * begins anew at each callback.
 */
final class EventFeed {
    private final EventLog log;
    private final ConcurrentReads reads;
    private final EventSignal signal;
    private final Reading reading;

    private volatile long after;
    private volatile boolean dismissed;

    EventFeed(EventLog log, ConcurrentReads reads, EventSignal signal, Reading reading) {
        this.log = log;
        this.reads = reads;
        this.signal = signal;
        this.reading = reading;
        this.after = reading.after();
    }

    /** Writes events as they come, until the server stops. The opening of the stream has been written. */
    void stream(OutputStream out, Duration heartbeat) throws IOException {
        long sentNanos = System.nanoTime();
        long told = reading.after();
        while (!dismissed) {
            boolean more = await(sentNanos + heartbeat.toNanos());
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
        signal.await(() -> log.last() > after || dismissed, endNanos);
        return log.last() > after;
    }

    private static void send(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    long lag() {
        return log.last() - after;
    }

    /** Ends the feed, because the server stops. The caller then signals it. */
    void dismiss() {
        dismissed = true;
    }
}
