package dev.weir.servlet.idiomatic.blocking;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Wakes all threads that wait for the next event on one condition variable. Thread-safe. */
final class EventSignal {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Wakes all waiting threads, which then check their conditions. Any thread may call this. */
    void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until {@code found} is true, or until {@code endNanos} of {@link System#nanoTime}.
     *
     * @param found must become true before {@link #signal} is called. Runs under the lock, so it must be short
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
            throw new InterruptedIOException("The server is stopping");
        } finally {
            lock.unlock();
        }
    }
}
