package dev.weir.servlet.connector.exchange;

import jakarta.servlet.ServletRequest;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock that Tomcat's threads hold while they work for a request. Every other thread that uses the response of a
 * waiting request must hold it too.
 *
 * <p>Without the lock, a failing write can end the wrong connection. When a write fails on another thread than
 * Tomcat's, Tomcat is told. A thread of Tomcat ends the request, recycles its objects, and uses them for the next
 * connection. It may do so while the writer is still inside the failing call. The writer then reports its failure to
 * the recycled response, which belongs to another client by now, and the connection of that client ends. Tomcat's own
 * state machine does not prevent this. With the lock, only one of the two threads works for the request at a time, and
 * each sees what the other did.
 *
 * <p>A thread waits for this lock at most as long as a thread of Tomcat works for one event.
 */
public final class ContainerLock {
    private final Lock lock;

    private ContainerLock(Lock lock) {
        this.lock = lock;
    }

    /** The lock of the request's connection or, over HTTP/2, of its stream. */
    public static ContainerLock of(ServletRequest request) {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            return new ContainerLock(connection.lock());
        }
        TomcatStream stream = TomcatStream.of(request);
        return new ContainerLock(stream == null ? new ReentrantLock() : stream.lock());
    }

    /** Runs the task while no other thread works for the request. */
    public void run(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }
}
