package dev.weir.servlet.idiomatic.blocking;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A condition variable on which all waiting threads wait for the next event. Thread-safe. */
final class EventSignal {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Wakes all waiting threads, so that they look again. Any thread may call it. */
    void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until {@code found} is true, but not longer than until this time of {@link System#nanoTime}.
     *
     * @param found becomes true before {@link #signal} is called. It must be short.
     * @throws InterruptedIOException when the server stops
     */
    void await(BooleanSupplier found, long endNanos) throws InterruptedIOException {
        lock.lock();
        try {
            long leftNanos = endNanos - System.nanoTime();
            while (leftNanos > 0 && !found.getAsBoolean()) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the server stops");
        } finally {
            lock.unlock();
        }
    }
}
