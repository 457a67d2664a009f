package dev.weir.reactive;

import dev.weir.contract.ClusterContract;
import dev.weir.contract.RedisProxy;
import dev.weir.contract.RedisServer;
import dev.weir.contract.RunningServer;
import dev.weir.contract.StartedServer;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes of the model {@code reactive}. */
class ClusterTest implements ClusterContract {
    @Order(1)
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    @Order(2)
    @RegisterExtension
    static final RedisProxy FIRST_NETWORK = RedisProxy.to(REDIS);

    @Order(3)
    @RegisterExtension
    static final RedisProxy SECOND_NETWORK = RedisProxy.to(REDIS);

    @Order(4)
    @RegisterExtension
    static final StartedServer FIRST = StartedServer.of(ReactiveServer.class, FIRST_NETWORK.setting());

    @Order(5)
    @RegisterExtension
    static final StartedServer SECOND = StartedServer.of(ReactiveServer.class, SECOND_NETWORK.setting());

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
