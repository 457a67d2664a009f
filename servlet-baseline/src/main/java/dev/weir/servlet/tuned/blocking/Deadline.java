package dev.weir.servlet.tuned.blocking;

import dev.weir.throttle.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Tells at an instant that it has come. It may be moved to a later one for nothing: whoever waits again and again needs one
 * task of the timer, and not one each time.
 *
 * <p>A virtual thread that parks for a time has one of its own, and another thread that looks after it. Thread-safe.
 */
final class Deadline implements AutoCloseable {
    private final Timer timer;
    private final Runnable told;
    private long atNanos;
    /** Takes the timer's task back; null: there is none. */
    private @Nullable Runnable pending;

    /** Not set yet. */
    Deadline(Timer timer, Runnable told) {
        this.timer = timer;
        this.told = told;
    }

    /** No earlier than what it was set to before. */
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
        atNanos = System.nanoTime(); // a task that is just due is the last
        if (pending != null) {
            pending.run();
        }
    }
}
