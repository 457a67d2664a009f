package dev.weir.servlet;

import jakarta.servlet.ServletRequest;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock that Tomcat's threads hold while they work for a request: whoever touches a response that waits holds it too.
 *
 * <p>A write that fails on a thread that is not the container's is told to the container, whose thread ends the request,
 * recycles what it had, and gives that to the next connection. If a thread of the container happens to be at work for
 * the request, it does so while the writer is still inside of the failing call; the writer then reports its failure to
 * whoever has the response by now, a client that did nothing, and whose connection ends. Tomcat's own state machine
 * forbids none of it. Under this lock only one side is at work, and the other sees what it left.
 *
 * <p>An event loop's thread waits for it no longer than a thread of the container works for one event.
 */
public final class ContainerLock {
    private final Lock lock;

    private ContainerLock(Lock lock) {
        this.lock = lock;
    }

    /** That of the request's connection, or over HTTP/2 of its stream. */
    public static ContainerLock of(ServletRequest request) {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            return new ContainerLock(connection.lock());
        }
        TomcatStream stream = TomcatStream.of(request);
        return new ContainerLock(stream == null ? new ReentrantLock() : stream.lock());
    }

    /** Runs the task while nobody else works for the request. */
    public void run(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }
}
