package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HolmTest {
    /**
     * Holm's method multiplies 0.005 by 4, 0.01 by 3, 0.03 by 2, and 0.04 by 1. No result may be less than the result
     * before it. So 0.04 becomes 0.06, which is the result of 0.03.
     */
    @Test
    void eachIsMultipliedByHowManyAreLeft() {
        List<Double> adjusted = Finding.holm(List.of(0.01, 0.04, 0.03, 0.005));
        double[] expected = {0.03, 0.06, 0.06, 0.02};
        for (int i = 0; i < expected.length; i++) {
            assertThat(adjusted.get(i)).isCloseTo(expected[i], within(1e-12));
        }
    }

    @Test
    void oneAloneStaysAndNoneIsNone() {
        assertThat(Finding.holm(List.of(0.04))).containsExactly(0.04);
        assertThat(Finding.holm(List.of())).isEmpty();
    }

    @Test
    void noneIsMoreThanCertain() {
        assertThat(Finding.holm(List.of(0.6, 0.5))).containsExactly(1.0, 1.0);
    }

    @Test
    void moreThanFourPrimaryMetricsAreRefused() {
        assertThatThrownBy(() -> Finding.holm(Collections.nCopies(5, 0.01)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
