package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The lock and the threads under which an {@link EventFeed} writes.
 *
 * <p>Over HTTP/2 a feed writes on a thread that waits for the client: Tomcat loses bytes that are written to its streams
 * without blocking.
 *
 * @param lock the lock of the request. It is used also when the request has ended.
 * @param stream the HTTP/2 stream; null over HTTP/1.1, where a write does not wait for the client
 * @param waiting runs tasks on threads that may wait for the client
 */
record FeedThreads(ContainerLock lock, @Nullable TomcatStream stream, Executor waiting) {
    /** Whether a write waits for the client. */
    boolean writesWait() {
        return stream != null;
    }

    /** Runs the task here, under the lock. */
    void run(Runnable task) {
        lock.run(task);
    }

    /** Runs the task under the lock. Over HTTP/2 it uses another thread, since a waiting writer may hold the lock. */
    void runAside(Runnable task) {
        if (stream == null) {
            lock.run(task);
        } else {
            waiting.execute(() -> lock.run(task));
        }
    }

    /** Fails a write that waits for the client, so that its thread releases the lock. */
    void breakOff() {
        if (stream != null) {
            stream.breakOff();
        }
    }
}
