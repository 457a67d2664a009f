package dev.weir.servlet;

import dev.weir.contract.ClusterContract;
import dev.weir.contract.JarServer;
import dev.weir.contract.RedisProxy;
import dev.weir.contract.RedisServer;
import dev.weir.contract.RedisUser;
import dev.weir.contract.RunningServer;
import dev.weir.contract.StartedServer;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node of the reactive server and one of the servlet server, as the user that the documentation asks for. */
class MixedClusterTest implements ClusterContract {
    @Order(1)
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start(RedisUser.option("weir:"));

    @Order(2)
    @RegisterExtension
    static final RedisProxy FIRST_NETWORK = RedisProxy.to(REDIS);

    @Order(3)
    @RegisterExtension
    static final RedisProxy SECOND_NETWORK = RedisProxy.to(REDIS);

    @Order(4)
    @RegisterExtension
    static final JarServer FIRST = JarServer.of("reactive-server", FIRST_NETWORK.setting(RedisUser.LOGIN));

    @Order(5)
    @RegisterExtension
    static final StartedServer SECOND = StartedServer.of(ServletServer.class, SECOND_NETWORK.setting(RedisUser.LOGIN));

    @Override
    public RedisServer redis() {
        return REDIS;
    }

    @Override
    public List<RedisProxy> networks() {
        return List.of(FIRST_NETWORK, SECOND_NETWORK);
    }

    @Override
    public List<RunningServer> nodes() {
        return List.of(FIRST, SECOND);
    }
}
