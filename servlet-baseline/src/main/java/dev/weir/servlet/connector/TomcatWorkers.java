package dev.weir.servlet.connector;

import dev.weir.config.metrics.Workers;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Tells how busy Tomcat's connector is, and closes its connections when the server stops. Thread-safe.
 *
 * <p>In the model {@code virtual}, each request has a virtual thread of its own. So the number of threads has no limit,
 * and no task waits in a queue. A thread counts as busy while it serves a request, even if it waits.
 */
final class TomcatWorkers implements Workers {
    private volatile @Nullable WatchedProtocol protocol;

    /**
     * Sets the connector to report on. Before this call, {@link #most} returns NaN, and the other methods return 0 or
     * an empty list.
     */
    void watch(WatchedProtocol watched) {
        protocol = watched;
    }

    /**
     * Shuts down the sockets of all connections. Never blocks. Tomcat then ends their requests as if the clients had
     * disconnected. Does nothing before {@link #watch}.
     */
    void shutConnections() {
        WatchedProtocol watched = protocol;
        if (watched != null) {
            watched.endpoint().shutAll();
        }
    }

    private @Nullable ThreadPoolExecutor pool() {
        WatchedProtocol watched = protocol;
        return watched != null && watched.getExecutor() instanceof ThreadPoolExecutor pool ? pool : null;
    }

    @Override
    public long connections() {
        WatchedProtocol watched = protocol;
        return watched == null ? 0 : watched.endpoint().open();
    }

    @Override
    public long mostConnections() {
        WatchedProtocol watched = protocol;
        return watched == null ? 0 : watched.getMaxConnections();
    }

    @Override
    public double busy() {
        WatchedProtocol watched = protocol;
        ThreadPoolExecutor pool = pool();
        if (pool != null) {
            return pool.getActiveCount();
        }
        return watched == null ? 0 : watched.served();
    }

    @Override
    public double most() {
        ThreadPoolExecutor pool = pool();
        return pool == null ? Double.NaN : pool.getMaximumPoolSize();
    }

    @Override
    public long queued() {
        ThreadPoolExecutor pool = pool();
        return pool == null ? 0 : pool.getQueue().size();
    }

    @Override
    public List<Executor> executors() {
        WatchedProtocol watched = protocol;
        return watched == null || watched.getExecutor() == null ? List.of() : List.of(watched.getExecutor());
    }
}
