package dev.weir.servlet.idiomatic.blocking;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A condition variable on which threads wait for the next event. Thread-safe. */
final class EventSignal {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Wakes all waiting threads. Each of them then checks its own condition. Any thread may call this. */
    void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until {@code found} returns true, or until {@link System#nanoTime} reaches {@code endNanos}.
     *
     * @param found the condition. It runs under a lock, so it must be short. The thread that makes the condition true
     *     must call {@link #signal} afterwards
     * @throws InterruptedIOException if the thread is interrupted, which means that the server is stopping
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
