package dev.weir.servlet.connector.exchange;

import jakarta.servlet.ServletRequest;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives access to the lock that Tomcat's threads hold while they serve a request. Every other thread that uses the
 * response of a waiting request must hold this lock too.
 *
 * <p>Without the lock, a failed write can end another client's connection. When a write fails on a thread that is not
 * Tomcat's, Tomcat ends the request on one of its own threads and reuses the request's objects for another connection.
 * The writing thread may then report its failure to a response that already belongs to another client. Tomcat's own
 * state machine does not prevent this. With the lock, only one thread at a time serves the request, and it sees the
 * changes of the other threads.
 *
 * <p>The wait for this lock is short, because a thread of Tomcat holds it only while it handles one event.
 */
public final class ContainerLock {
    private final Lock lock;

    private ContainerLock(Lock lock) {
        this.lock = lock;
    }

    /** Returns the lock of the request's connection or, over HTTP/2, of its stream. */
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
}
