package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final double PER_SECOND = 1000;
    private static final Duration LENGTH = Duration.ofSeconds(100);
    private static final long SEED = 11;
    /** The critical value of the Kolmogorov-Smirnov test: only one in a thousand correct samples deviates further. */
    private static final double KOLMOGOROV = 1.95;

    @Test
    void aConstantRateHasEqualGaps() {
        long[] starts = starts(Arrivals.constant(PER_SECOND));
        assertThat(starts).hasSize(100_000);
        assertThat(starts[0]).isZero();
        assertThat(gaps(starts)).allMatch(gap -> gap == 1_000_000);
    }

    @Test
    void aShareOfTheRateIsAsManyTimesSlower() {
        assertThat(starts(Arrivals.constant(PER_SECOND).times(0.25))).hasSize(25_000);
    }

    @Test
    void poissonGapsAreExponentialOfTheRightRate() {
        double[] gaps = gaps(starts(Arrivals.poisson(PER_SECOND, SEED)))
                .sorted()
                .asDoubleStream()
                .toArray();
        double mean = Arrays.stream(gaps).average().orElseThrow();
        assertThat(mean).as("seed " + SEED).isCloseTo(1e9 / PER_SECOND, within(1e4));
        double distance = 0;
        for (int i = 0; i < gaps.length; i++) {
            double expected = 1 - Math.exp(-gaps[i] * PER_SECOND / 1e9);
            distance = Math.max(distance, Math.abs(expected - (i + 0.5) / gaps.length));
        }
        assertThat(distance * Math.sqrt(gaps.length)).as("seed " + SEED).isLessThan(KOLMOGOROV);
    }

    @Test
    void poissonGapsDoNotDependOnTheLastOne() {
        long[] gaps = gaps(starts(Arrivals.poisson(PER_SECOND, SEED))).toArray();
        double mean = Arrays.stream(gaps).average().orElseThrow();
        double covariance = 0;
        for (int i = 1; i < gaps.length; i++) {
            covariance += (gaps[i] - mean) * (gaps[i - 1] - mean) / gaps.length;
        }
        assertThat(covariance / (mean * mean)).as("seed " + SEED).isCloseTo(0, within(0.015));
    }

    @Test
    void aSeedIsAPlan() {
        Arrivals arrivals = Arrivals.poisson(PER_SECOND, SEED);
        assertThat(starts(arrivals)).isEqualTo(starts(arrivals));
        assertThat(starts(Arrivals.poisson(PER_SECOND, SEED + 1))).isNotEqualTo(starts(arrivals));
    }

    private static long[] starts(Arrivals arrivals) {
        LongStream.Builder starts = LongStream.builder();
        arrivals.within(LENGTH, starts::add);
        return starts.build().toArray();
    }

    private static LongStream gaps(long[] starts) {
        return LongStream.range(1, starts.length).map(i -> starts[(int) i] - starts[(int) i - 1]);
    }
}
