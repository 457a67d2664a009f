package dev.weir.contract.cluster;

import dev.weir.contract.server.RunningServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * A cluster: nodes that share one Redis. Each node reaches Redis through its own network. The nodes run during one test
 * class.
 *
 * @param networks the networks to Redis, in the order of {@code nodes}
 */
public record Cluster(RedisServer redis, List<RedisProxy> networks, List<RunningServer> nodes)
        implements BeforeAllCallback, AfterAllCallback, TestWatcher {
    /**
     * Creates a cluster of nodes that share a Redis. This Redis must already run.
     *
     * @param servers functions that each create one node; the argument is the node's network to Redis
     */
    @SafeVarargs
    public static Cluster of(RedisServer redis, Function<RedisProxy, RunningServer>... servers) {
        List<RedisProxy> networks = new ArrayList<>();
        List<RunningServer> nodes = new ArrayList<>();
        for (Function<RedisProxy, RunningServer> server : servers) {
            RedisProxy network = RedisProxy.to(redis);
            networks.add(network);
            nodes.add(server.apply(network));
        }
        return new Cluster(redis, networks, nodes);
    }

    /** Returns a cluster of the nodes with these indexes. This object, not the new one, starts and ends the nodes. */
    public Cluster only(int... chosen) {
        return new Cluster(
                redis,
                IntStream.of(chosen).mapToObj(networks::get).toList(),
                IntStream.of(chosen).mapToObj(nodes::get).toList());
    }

    @Override
    public void beforeAll(ExtensionContext test) throws IOException {
        for (RunningServer node : nodes) {
            node.beforeAll(test);
        }
    }

    @Override
    public void afterAll(ExtensionContext test) throws IOException {
        try {
            for (RunningServer node : nodes) {
                node.afterAll(test);
            }
        } finally {
            networks.forEach(RedisProxy::close);
            redis.close();
        }
    }

    @Override
    public void testFailed(ExtensionContext test, @Nullable Throwable failure) {
        nodes.forEach(node -> node.testFailed(test, failure));
    }
}
