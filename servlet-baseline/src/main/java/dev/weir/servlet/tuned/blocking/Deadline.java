package dev.weir.servlet.tuned.blocking;

import dev.weir.throttle.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task at an instant, which can be moved to a later one at no cost. So a thread that waits again and again needs one
 * timer task, not one per wait.
 *
 * <p>A virtual thread that parks with a time-out would schedule a new timer task at each wait. Thread-safe.
 */
final class Deadline implements AutoCloseable {
    private final Timer timer;
    private final Runnable told;
    private long atNanos;
    /** Cancels the timer task. Null while there is none. */
    private @Nullable Runnable pending;

    /** @param told runs at the instant, on the timer's thread */
    Deadline(Timer timer, Runnable told) {
        this.timer = timer;
        this.told = told;
    }

    /** Sets the instant, which must not be earlier than the one before. */
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
        atNanos = System.nanoTime(); // so that a task that runs now schedules no other
        if (pending != null) {
            pending.run();
        }
    }
}
