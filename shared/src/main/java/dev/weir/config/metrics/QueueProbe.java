package dev.weir.config.metrics;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures how long a task waits for a thread of an executor: the lag of an event loop, or the time in the queue of a
 * pool. Sends the executor one task at a time, so that the probe never fills a queue. Thread-safe.
 */
final class QueueProbe implements Runnable {
    private final Executor executor;
    private final LongSupplier nanoClock;
    private final Timer lag;

    // Guarded by this.
    private boolean waits;
    private long sentNanos;

    /**
     * @param lag records how long each task waited. If a task still waits when {@link #send} is called again, also
     *     records how long it has waited so far
     */
    QueueProbe(Executor executor, LongSupplier nanoClock, Timer lag) {
        this.executor = executor;
        this.nanoClock = nanoClock;
        this.lag = lag;
    }

    /** Sends a task to the executor, unless the previous task still waits. Does not block. */
    void send() {
        if (begin()) {
            try {
                executor.execute(this);
            } catch (RejectedExecutionException e) {
                end(); // the server stops
            }
        } else {
            record();
        }
    }

    private synchronized boolean begin() {
        boolean free = !waits;
        if (free) {
            waits = true;
            sentNanos = nanoClock.getAsLong();
        }
        return free;
    }

    /** Records how long this task has waited. Runs on a thread of the executor. */
    @Override
    public void run() {
        record();
        end();
    }

    private synchronized void record() {
        lag.record(nanoClock.getAsLong() - sentNanos, TimeUnit.NANOSECONDS);
    }

    private synchronized void end() {
        waits = false;
    }
}
