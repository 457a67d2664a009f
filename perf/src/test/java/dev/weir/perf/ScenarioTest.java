package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScenarioTest {
    private static final List<Contender> ALL = List.of(Contender.values());

    @Test
    void everyBlockHasEveryContenderAndTheSeedDecidesTheOrder() {
        List<Contender> order = Scenario.order(ALL, 3, 5);
        for (int block = 0; block < 3; block++) {
            assertThat(order.subList(block * 5, block * 5 + 5)).containsExactlyInAnyOrderElementsOf(ALL);
        }
        assertThat(Scenario.order(ALL, 3, 5)).isEqualTo(order);
        assertThat(Scenario.order(ALL, 3, 6)).isNotEqualTo(order);
    }

    @Test
    void contendersAreCalledWhatTheContractCallsThem() {
        assertThat(ALL.stream().map(Contender::label))
                .containsExactly("reactive", "async", "virtual", "blocking", "blocking-many");
        assertThat(Contender.of("blocking-many")).isEqualTo(Contender.BLOCKING_MANY);
        assertThatThrownBy(() -> Contender.of("jboss")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tomcatGetsTheThreadsOfTheScenario() {
        assertThat(Scenario.S1.threadsOf(Contender.BLOCKING)).isEqualTo(10);
        assertThat(Scenario.S1.threadsOf(Contender.BLOCKING_MANY)).isEqualTo(110);
        assertThat(Contender.BLOCKING.arguments(10))
                .contains("--weir.model=blocking", "--server.tomcat.threads.max=10");
        assertThat(Contender.REACTIVE.arguments(10)).isEmpty();
    }

    @Test
    void s1IsTheArticles() {
        Scenario s1 = Scenario.of("S1");
        assertThat(s1.download()).isEqualTo(Duration.ofSeconds(1));
        assertThat(s1.chunkBytes()).isEqualTo(20_480);
    }

    @Test
    void theQuickRunFitsInFiveMinutes() {
        Duration planned = ALL.stream().map(Scenario.S1::planned).reduce(Duration.ZERO, Duration::plus);
        assertThat(planned).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void ratesLoadTheClientsOfT02AndTheTwoOfT03() {
        assertThat(new Rates(3).connections()).containsExactly(1, 1, 1, 1, 16);
        assertThat(new Rates(1000).threadsOf(Contender.BLOCKING)).isEqualTo(1020);
        assertThat(Rates.Pair.all(ALL, List.of(1, 2), new Random(1)))
                .hasSize(10)
                .doesNotHaveDuplicates();
    }
}
