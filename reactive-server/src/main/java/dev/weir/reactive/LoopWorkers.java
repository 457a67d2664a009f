package dev.weir.reactive;

import dev.weir.config.metrics.Workers;
import dev.weir.reactive.netty.ConnectionGuard;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import reactor.netty.resources.LoopResources;

/** Reports the load of the event loops that serve requests, not of the one that accepts connections. Thread-safe. */
final class LoopWorkers implements Workers {
    private final ConnectionGuard guard;
    private final List<LoopLoad> loops = new ArrayList<>();

    LoopWorkers(LoopResources resources, ConnectionGuard guard) {
        this.guard = guard;
        for (EventExecutor loop : resources.onServer(true)) {
            loops.add(new LoopLoad((SingleThreadEventExecutor) loop));
        }
    }

    @Override
    public long connections() {
        return guard.open();
    }

    @Override
    public long mostConnections() {
        return guard.most();
    }

    @Override
    public double busy() {
        return loops.stream().mapToDouble(LoopLoad::share).sum();
    }

    @Override
    public double most() {
        return loops.size();
    }

    @Override
    public long queued() {
        return loops.stream().mapToLong(LoopLoad::waiting).sum();
    }

    @Override
    public List<Executor> executors() {
        return List.copyOf(loops);
    }
}
