package dev.weir.reactive;

import dev.weir.contract.ClusterContract;
import dev.weir.contract.RedisServer;
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
    static final StartedServer FIRST = StartedServer.of(ReactiveServer.class, REDIS.setting());

    @Order(3)
    @RegisterExtension
    static final StartedServer SECOND = StartedServer.of(ReactiveServer.class, REDIS.setting());

    @Override
    public RedisServer redis() {
        return REDIS;
    }

    @Override
    public List<StartedServer> nodes() {
        return List.of(FIRST, SECOND);
    }
}
