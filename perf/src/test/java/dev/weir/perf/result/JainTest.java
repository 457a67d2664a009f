package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class JainTest {
    @Test
    void jainsIndexGoesFromOneForAllAlikeToOneOfN() {
        assertThat(Metric.ClientRates.jain(List.of(7.0, 7.0, 7.0, 7.0))).isCloseTo(1, within(1e-12));
        assertThat(Metric.ClientRates.jain(List.of(0.0, 0.0, 7.0, 0.0))).isCloseTo(0.25, within(1e-12));
    }

    /** Computed by hand: (1 + 3)^2 / (2 x (1 + 9)) is 0.8. */
    @Test
    void betweenTheTwoTheIndexFollowsJainsFormula() {
        assertThat(Metric.ClientRates.jain(List.of(1.0, 3.0))).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void nothingIsSharedEvenly() {
        assertThat(Metric.ClientRates.jain(List.of(0.0, 0.0))).isEqualTo(1);
    }
}
