package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.clients.keys.KeyStore;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A node's store of API keys, and the API keys that the store told its listener last. */
record KeyNode(KeyStore store, AtomicReference<Map<ApiKey, Assignment>> told) {
    static KeyNode on(RedisLink link) {
        KeyNode node = new KeyNode(new RedisKeys(link), new AtomicReference<>(Map.of()));
        node.store.open(node.told::set);
        return node;
    }

    Map<ApiKey, Assignment> keys() {
        return told.get();
    }

    static void assertRefused(Problem problem, Runnable change) {
        assertThatThrownBy(change::run)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }
}
