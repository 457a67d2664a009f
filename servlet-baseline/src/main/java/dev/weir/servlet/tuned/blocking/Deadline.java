package dev.weir.servlet.tuned.blocking;

import dev.weir.throttle.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task at a deadline. Postponing the deadline keeps the pending timer task. A virtual thread that parks with a
 * time-out would schedule a timer task for each wait instead. Thread-safe.
 */
final class Deadline implements AutoCloseable {
    private final Timer timer;
    private final Runnable told;
    private long atNanos;
    /** Cancels the pending timer task. Null if no timer task is pending. */
    private @Nullable Runnable pending;

    /** @param told the task, which runs on the timer's thread */
    Deadline(Timer timer, Runnable told) {
        this.timer = timer;
        this.told = told;
    }

    /**
     * Postpones the deadline to {@code nanos} of {@link System#nanoTime}. The new deadline must not be earlier than the
     * previous one.
     */
    synchronized void set(long nanos) {
        atNanos = nanos;
        if (pending == null) {
            pending = timer.schedule(this::due, nanos - System.nanoTime());
        }
    }

    private void due() {
        synchronized (this) {
            pending = null;
            if (atNanos - System.nanoTime() > 0) {
                set(atNanos);
                return;
            }
        }
        told.run();
    }

    @Override
    public synchronized void close() {
        atNanos = System.nanoTime(); // so that a task that is running does not schedule another
        if (pending != null) {
            pending.run();
        }
    }
}
