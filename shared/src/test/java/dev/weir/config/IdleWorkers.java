package dev.weir.config;

import dev.weir.config.metrics.Workers;
import java.util.List;
import java.util.concurrent.Executor;

/** The figures of a server that has no connections and no threads. */
final class IdleWorkers implements Workers {
    @Override
    public long connections() {
        return 0;
    }

    @Override
    public long mostConnections() {
        return 0;
    }

    @Override
    public double busy() {
        return 0;
    }

    @Override
    public double most() {
        return 0;
    }

    @Override
    public long queued() {
        return 0;
    }

    @Override
    public List<Executor> executors() {
        return List.of();
    }
}
