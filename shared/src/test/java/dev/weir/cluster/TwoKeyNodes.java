package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.contract.cluster.RedisServer;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The base of tests with two nodes that share API keys on Redis. Redis is empty before each test. */
abstract class TwoKeyNodes {
    static final ApiKey ALICE = ApiKey.parse("alice's key");
    static final ApiKey BOB = ApiKey.parse("bob's key");
    static final ApiKey CAROL = ApiKey.parse("carol's key");
    static final Assignment GOLD = new Assignment("key-1", "gold");
    static final Assignment SILVER = new Assignment("key-2", "silver");

    private final RedisServer redis;
    final KeyClock clock = new KeyClock();
    final KeyClock otherClock = new KeyClock();
    RedisLink link;
    RedisLink other;

    TwoKeyNodes(RedisServer redis) {
        this.redis = redis;
    }

    @BeforeEach
    void connect() {
        redis.forget();
        link = Links.to(redis.uri(), clock);
        other = Links.to(redis.uri(), otherClock);
    }

    @AfterEach
    void disconnect() {
        link.close();
        other.close();
    }

    /** Waits until these nodes, and one that starts now, have the expected keys. */
    void awaitKeys(Map<ApiKey, Assignment> expected, KeyNode... nodes) {
        try (RedisLink later = Links.to(redis)) {
            Stream.concat(Stream.of(nodes), Stream.of(KeyNode.on(later)))
                    .forEach(node ->
                            await().untilAsserted(() -> assertThat(node.keys()).isEqualTo(expected)));
        }
    }
}
