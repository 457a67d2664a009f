package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.throttle.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Makes random changes of API keys on two nodes, and compares the result with a map to which the same changes are
 * applied in order (C07). Between the changes, Redis loses all its data or falls back to an earlier state, and nodes
 * are cut off from Redis.
 */
class LostKeysPropertyTest {
    private static final int PROGRAMS = 10;
    private static final int STEPS = 40;
    private static final List<ApiKey> KEYS = IntStream.range(0, 4)
            .mapToObj(number -> ApiKey.parse("key " + number))
            .toList();
    private static final String REVOKED = "revoked";

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    /** A random sequence of changes and faults. {@code model} contains the expected result of the changes so far. */
    private record Program(Random random, List<KeyClock> clocks, List<KeyNode> nodes, Map<ApiKey, String> model) {
        void step(int number) {
            int node = random.nextInt(nodes.size());
            switch (random.nextInt(10)) {
                case 0 -> clocks.get(node).cut(true);
                case 1 -> clocks.get(node).cut(false);
                case 2 -> REDIS.forget();
                case 3 -> REDIS.ask("COPY test:keys test:replica REPLACE");
                case 4 -> REDIS.ask("COPY test:replica test:keys REPLACE");
                default -> change(node, KEYS.get(random.nextInt(KEYS.size())), "plan-" + number);
            }
        }

        private void change(int node, ApiKey key, String plan) {
            clocks.get(node).cut(false);
            switch (random.nextInt(3)) {
                case 0 -> {
                    nodes.get(node).store().change(key, null);
                    model.remove(key);
                }
                case 1 -> {
                    nodes.get(node).store().change(key, Assignment.REVOKED);
                    model.put(key, REVOKED);
                }
                default -> {
                    nodes.get(node).store().change(key, new Assignment(Assignment.newId(), plan));
                    model.put(key, plan);
                }
            }
            assertThat(plans(nodes.get(node)).get(key)).isEqualTo(model.get(key));
        }

        void end() {
            clocks.forEach(clock -> clock.cut(false));
            try (RedisLink later = Links.to(REDIS)) {
                Stream.concat(nodes.stream(), Stream.of(KeyNode.on(later)))
                        .forEach(node -> await().untilAsserted(
                                        () -> assertThat(plans(node)).isEqualTo(model)));
            }
        }

        private static Map<ApiKey, String> plans(KeyNode node) {
            return node.keys().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            entry -> Objects.requireNonNullElse(entry.getValue().plan(), REVOKED)));
        }
    }

    @Test
    void c07_acknowledgedChangesSurviveLosses() {
        Seeds.forEach(PROGRAMS, random -> {
            REDIS.forget();
            List<KeyClock> clocks = List.of(new KeyClock(), new KeyClock());
            try (RedisLink first = Links.to(REDIS.uri(), clocks.get(0));
                    RedisLink second = Links.to(REDIS.uri(), clocks.get(1))) {
                List<KeyNode> nodes = List.of(KeyNode.on(first), KeyNode.on(second));
                Program program = new Program(random, clocks, nodes, new HashMap<>());
                IntStream.range(0, STEPS).forEach(program::step);
                program.end();
            }
        });
    }
}
