package dev.weir.contract;

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
 * Nodes that share a Redis. Each node reaches Redis through a network of its own. They run during one test class.
 *
 * @param networks for each node its network to Redis
 */
public record Cluster(RedisServer redis, List<RedisProxy> networks, List<RunningServer> nodes)
        implements BeforeAllCallback, AfterAllCallback, TestWatcher {
    /**
     * Creates the nodes of a Redis, which runs already.
     *
     * @param servers make a node each, from its network
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

    /** Returns some of the nodes, with their networks, as a cluster that this one starts and ends. */
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
