package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of an {@link EventFeed} under the request's lock. Over HTTP/2, the feed uses blocking writes, because
 * Tomcat loses bytes of non-blocking writes to an HTTP/2 stream.
 *
 * @param lock the request's lock. On a connection taken over from Tomcat, the feed still uses this lock after the
 *     request has ended
 * @param stream the HTTP/2 stream. Null over HTTP/1.1, where a write does not block
 * @param waiting runs tasks on threads that may block
 */
record FeedThreads(ContainerLock lock, @Nullable TomcatStream stream, Executor waiting) {
    /** Whether a write blocks until the client reads. */
    boolean writesWait() {
        return stream != null;
    }

    void run(Runnable task) {
        lock.run(task);
    }

    /**
     * Runs the task under the request's lock. Over HTTP/2, a blocked write may hold this lock for long. There, the task
     * runs on a thread of {@code waiting}, so that the caller does not wait.
     */
    void runAside(Runnable task) {
        if (stream == null) {
            lock.run(task);
        } else {
            waiting.execute(() -> lock.run(task));
        }
    }

    /** Runs the task a second later, without the lock. Does nothing over HTTP/1.1. */
    void inASecond(Runnable task) {
        if (stream != null) {
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, waiting).execute(task);
        }
    }

    /** Resets the HTTP/2 stream, so that a blocked write fails and releases the lock. Does nothing over HTTP/1.1. */
    void breakOff() {
        if (stream != null) {
            stream.breakOff();
        }
    }
}
