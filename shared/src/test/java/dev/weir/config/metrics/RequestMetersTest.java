package dev.weir.config.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.watch.RequestKind;
import dev.weir.problem.Problem;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RequestMeters meters = new RequestMeters(registry, Set.of("gold"));

    /** Each counter must exist from the start. Otherwise Prometheus would not see the first refusal as an increase. */
    @Test
    void a04_everyRefusalIsCountedFromZero() {
        for (RequestKind kind : RequestKind.values()) {
            for (String plan : Set.of("gold", "none")) {
                assertThat(refused(kind, Problem.UNKNOWN_KEY, "none")).isZero();
                assertThat(refused(kind, Problem.BLOCKED, "gold")).isZero();
                assertThat(kind.reasons(plan))
                        .allSatisfy(reason ->
                                assertThat(refused(kind, reason, plan)).isZero());
            }
        }
        meters.refused(RequestKind.POLL, Problem.BLOCKED, "gold");
        assertThat(refused(RequestKind.POLL, Problem.BLOCKED, "gold")).isOne();
        assertThat(refused(RequestKind.STREAM, Problem.BLOCKED, "gold")).isZero();
    }

    /** Returns the count of refusals with these tags. Throws if there is no such counter. */
    private double refused(RequestKind kind, Problem reason, String plan) {
        return registry.get("weir.requests.refused")
                .tags("request", kind.name().toLowerCase(Locale.ROOT), "reason", reason.type(), "plan", plan)
                .counter()
                .count();
    }
}
