package dev.weir.servlet;

import dev.weir.contract.cluster.Cluster;
import dev.weir.contract.cluster.ClusterContract;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.cluster.RedisUser;
import dev.weir.contract.server.JarServer;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs the cluster contract on one node of the reactive server and one of the servlet server. Both nodes log in to
 * Redis as the user that the documentation describes.
 */
class MixedClusterTest implements ClusterContract {
    @RegisterExtension
    static final Cluster CLUSTER = Cluster.of(
            RedisServer.start(RedisUser.option("weir:")),
            network -> JarServer.of("reactive-server", network.setting(RedisUser.LOGIN)),
            network -> StartedServer.of(ServletServer.class, network.setting(RedisUser.LOGIN)));

    @Override
    public Cluster cluster() {
        return CLUSTER;
    }
}
