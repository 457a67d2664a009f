package dev.weir.servlet;

import dev.weir.contract.cluster.Cluster;
import dev.weir.contract.cluster.ClusterContract;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the cluster contract on two nodes, one with the threading model {@code async} and one with {@code virtual}. */
class ClusterTest implements ClusterContract {
    @RegisterExtension
    static final Cluster CLUSTER = Cluster.of(
            RedisServer.start(),
            network -> StartedServer.of(ServletServer.class, network.setting(), "--weir.model=async"),
            network -> StartedServer.of(ServletServer.class, network.setting(), "--weir.model=virtual"));

    @Override
    public Cluster cluster() {
        return CLUSTER;
    }
}
