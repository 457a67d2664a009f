package dev.weir.servlet.tuned.blocking;

import dev.weir.throttle.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task at a deadline that can be postponed. A postponement only stores the new time. If the timer task runs
 * before the new time, it schedules itself again. By contrast, a virtual thread that parks with a time-out schedules a
 * timer task for each wait. Thread-safe.
 */
final class Deadline implements AutoCloseable {
    private final Timer timer;
    private final Runnable told;
    private long atNanos;
    /** Cancels the pending timer task. Null if none is pending. */
    private @Nullable Runnable pending;

    /** @param told the task to run at the deadline, on the timer's thread */
    Deadline(Timer timer, Runnable told) {
        this.timer = timer;
        this.told = told;
    }

    /**
     * Sets or postpones the deadline. {@code nanos} is a time of {@link System#nanoTime}, and must not be earlier than
     * the previous deadline.
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
