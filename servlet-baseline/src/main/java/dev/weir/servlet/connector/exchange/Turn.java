package dev.weir.servlet.connector.exchange;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes a virtual thread pause when its client never lets it wait. Nothing else interrupts such a thread, so as many of
 * them as there are processors would keep all other virtual threads from running. Does nothing on a platform thread.
 *
 * <p>{@link Thread#yield} would not suffice: a virtual thread that yields may go before those that wake up.
 *
 * <p>Not thread-safe.
 */
public final class Turn {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int mostSteps;
    private int steps;

    /** @param mostSteps how many steps a thread takes before it pauses for a millisecond */
    public Turn(int mostSteps) {
        this.mostSteps = mostSteps;
    }

    /** Call this when the thread has waited for its client. */
    public void begin() {
        steps = 0;
    }

    /** Call this before each request or frame that the thread handles. */
    public void step() {
        steps++;
        if (steps % mostSteps == 0 && Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
