package dev.weir.servlet.connector.exchange;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes a virtual thread pause when its client keeps it busy without end. The JDK does not preempt virtual threads, so
 * as many busy ones as there are processors would keep all others from running. Does nothing on a platform thread.
 *
 * <p>{@link Thread#yield} would not suffice: a thread that yields may run again before threads that have been unparked.
 *
 * <p>Not thread-safe. A call on a second thread may only make a pause come earlier or later.
 */
public final class Turn {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int mostSteps;
    private int steps;

    /** @param mostSteps how many steps a thread takes before it pauses for a millisecond */
    public Turn(int mostSteps) {
        this.mostSteps = mostSteps;
    }

    /** Starts the count again. Call this after the thread has waited for its client. */
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
