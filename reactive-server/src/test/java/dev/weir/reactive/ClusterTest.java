package dev.weir.reactive;

import dev.weir.contract.cluster.Cluster;
import dev.weir.contract.cluster.ClusterContract;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests for clusters on two nodes of the model {@code reactive}, which share one Redis. */
class ClusterTest implements ClusterContract {
    @RegisterExtension
    static final Cluster CLUSTER = Cluster.of(
            RedisServer.start(),
            network -> StartedServer.of(ReactiveServer.class, network.setting()),
            network -> StartedServer.of(ReactiveServer.class, network.setting()));

    @Override
    public Cluster cluster() {
        return CLUSTER;
    }
}
