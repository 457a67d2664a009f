package dev.weir.servlet.idiomatic.blocking;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Lets threads wait for the next event: a condition that all of them share. Thread-safe. */
final class EventSignal {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Has all who wait look again. Any thread; waits at most while others look. */
    void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until there is something, at most until the given time of {@link System#nanoTime}.
     *
     * @param found becomes true before {@link #signal} is called; must be short
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
