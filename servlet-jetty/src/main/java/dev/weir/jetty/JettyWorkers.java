package dev.weir.jetty;

import dev.weir.config.metrics.Workers;
import java.util.List;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Tells how busy Jetty's threads are. Thread-safe. In the model {@code virtual}, no pool limits the threads, and Jetty
 * does not count the busy ones.
 */
final class JettyWorkers implements Workers {
    private volatile @Nullable Server server;

    /** Sets the server to report on. Before this call, {@link #most} returns NaN, and all other numbers are 0. */
    void watch(Server watched) {
        server = watched;
    }

    private @Nullable QueuedThreadPool pool() {
        Server watched = server;
        return watched != null && watched.getThreadPool() instanceof QueuedThreadPool pool ? pool : null;
    }

    @Override
    public long connections() {
        Server watched = server;
        return watched == null
                ? 0
                : JettyConfiguration.connector(watched).getConnectedEndPoints().size();
    }

    @Override
    public long mostConnections() {
        Server watched = server;
        NetworkConnectionLimit limit = watched == null ? null : watched.getBean(NetworkConnectionLimit.class);
        return limit == null ? 0 : limit.getMaxNetworkConnectionCount();
    }

    @Override
    public double busy() {
        QueuedThreadPool pool = pool();
        return pool == null ? 0 : pool.getUtilizedThreads();
    }

    @Override
    public double most() { // leased threads accept and select
        QueuedThreadPool pool = pool();
        return pool == null ? Double.NaN : pool.getMaxThreads() - pool.getLeasedThreads();
    }

    @Override
    public long queued() {
        QueuedThreadPool pool = pool();
        return pool == null ? 0 : pool.getQueueSize();
    }

    @Override
    public List<Executor> executors() {
        Server watched = server;
        return watched == null ? List.of() : List.of(watched.getThreadPool());
    }
}
