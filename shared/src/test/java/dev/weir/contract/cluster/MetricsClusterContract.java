package dev.weir.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Metrics;
import dev.weir.contract.server.RunningServer;
import org.junit.jupiter.api.Test;

/** Tests the metrics that a cluster node has for its connection to Redis (rule A04). */
public interface MetricsClusterContract extends NodesUnderTest {
    @Test
    default void a04_theMetricsOfRedisAreThoseOfTheList() {
        for (RunningServer node : nodes()) {
            assertThat(Metrics.of(node).names()).containsExactlyInAnyOrderElementsOf(Metrics.listedWithRedis());
            assertThat(Metrics.of(node).sum("weir_redis_up")).isEqualTo(1);
            Eventually.is("a reply", () -> Metrics.of(node).sum("weir_redis_reply_seconds_count") > 0);
        }
    }

    /** If this fails, check that a Redis command without a reply counts as an error. */
    @Test
    default void a04_aRedisThatDoesNotAnswerShows() {
        double errors = Metrics.of(nodes().get(0)).sum("weir_redis_errors_total");
        whilePaused(() -> Eventually.is(
                "a link that is down", () -> Metrics.of(nodes().get(0)).sum("weir_redis_up") == 0));
        assertThat(Metrics.of(nodes().get(0)).sum("weir_redis_errors_total")).isGreaterThan(errors);
        assertThat(Metrics.of(nodes().get(0)).sum("weir_redis_up")).isEqualTo(1);
    }
}
