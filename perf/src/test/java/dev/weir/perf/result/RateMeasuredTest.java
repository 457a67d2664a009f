package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RateMeasuredTest {
    private static final long RIGHT = 2_048_000;
    /** T02: half a per cent and one chunk. */
    private static final long TOLERANCE = 10_240 + 20_480;

    @Test
    void everyClientIsHeldToItsRate() {
        assertThat(rate(List.of(RIGHT - TOLERANCE, RIGHT, RIGHT + TOLERANCE)).rateKept())
                .isTrue();
        RateMeasured missed = rate(List.of(RIGHT, RIGHT - TOLERANCE - 1, RIGHT + TOLERANCE));
        assertThat(missed.rateKept()).isFalse();
        assertThat(missed.clientsWithinTolerance()).isEqualTo(2);
        assertThat(missed.worstError()).isCloseTo(-0.015, within(1e-4));
    }

    @Test
    void manyConnectionsAreHeldToTheRateOfOne() {
        assertThat(Samples.rate(List.of(), RIGHT, RIGHT, 1, 1).rateShared()).isTrue();
        assertThat(Samples.rate(List.of(), 100, 102, 1, 1).rateShared()).isTrue();
        assertThat(Samples.rate(List.of(), 100, 103, 1, 1).rateShared()).isFalse();
    }

    @Test
    void wakeUpsAreHeldToTheGrants() {
        assertThat(Samples.rate(List.of(), 1, 1, 105, 100).wokenOnce()).isTrue();
        assertThat(Samples.rate(List.of(), 1, 1, 106, 100).wokenOnce()).isFalse();
        assertThat(Samples.rate(List.of(), 1, 1, 1, 0).wakeupsPerGrant()).isNull();
    }

    @Test
    void jainsIndexIsOneForEqualsAndOneOfNForAWinner() {
        assertThat(Fairness.jain(List.of(5L, 5L, 5L, 5L))).isEqualTo(1.0);
        assertThat(Fairness.jain(List.of(8L, 0L, 0L, 0L))).isEqualTo(0.25);
        assertThat(Fairness.jain(List.of(1L, 2L, 3L))).isCloseTo(36.0 / 42, within(1e-12));
        assertThat(Fairness.jain(List.of(0L, 0L))).isEqualTo(1.0);
    }

    private static RateMeasured rate(List<Long> bytes) {
        return Samples.rate(bytes, 1, 1, 1, 1);
    }
}
