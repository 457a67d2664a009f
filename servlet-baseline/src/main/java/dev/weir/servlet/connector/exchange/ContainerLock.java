package dev.weir.servlet.connector.exchange;

import jakarta.servlet.ServletRequest;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The lock that Tomcat's threads hold while they serve a request. Any other thread must hold it while it uses the
 * response of a waiting request.
 *
 * <p>Without the lock, a failed write can end another client's connection. Tomcat may end the request and reuse its
 * objects for another client, before the writing thread reports the failure.
 *
 * <p>Tomcat holds the lock of an asynchronous request only while it handles one event, so other threads wait only
 * briefly. Over HTTP/2, a thread may hold the lock for long, because a write may block until the client reads.
 */
public final class ContainerLock {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Lock lock;

    private ContainerLock(Lock lock) {
        this.lock = lock;
    }

    /** Returns the lock of the request's connection or, over HTTP/2, of the request's stream. */
    public static ContainerLock of(ServletRequest request) {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            return new ContainerLock(connection.lock());
        }
        TomcatStream stream = TomcatStream.of(request);
        return new ContainerLock(stream == null ? new ReentrantLock() : stream.lock());
    }

    /** Runs the task while holding the lock. */
    public void run(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts a virtual thread that runs {@code look} every 50 ms until {@code isOver} returns true. The thread holds
     * the lock only while it runs {@code look}.
     */
    public void poll(String thread, BooleanSupplier isOver, Runnable look) {
        Thread.ofVirtual().name(thread).start(() -> {
            try {
                while (!isOver.getAsBoolean()) {
                    Thread.sleep(PAUSE);
                    run(look);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
