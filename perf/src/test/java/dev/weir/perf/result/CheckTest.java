package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckTest {
    private static boolean met(double value, @Nullable Double atLeast, @Nullable Double atMost) {
        return new Check("", value, "", atLeast, atMost, null).met();
    }

    @Test
    void aTargetIsMetUpToItsBound() {
        assertThat(met(100, null, 100.0)).isTrue();
        assertThat(met(100.001, null, 100.0)).isFalse();
        assertThat(met(1, 1.0, null)).isTrue();
        assertThat(met(0, 1.0, null)).isFalse();
        assertThat(met(0, 0.0, 0.0)).isTrue();
        assertThat(met(-1, 0.0, 0.0)).isFalse();
        assertThat(met(1, 0.0, 0.0)).isFalse();
        assertThat(met(-1, null, null)).isTrue();
    }

    /** A value that was not measured, such as a percentile of no values, must miss its bound. */
    @Test
    void aValueThatWasNotMeasuredMeetsNoBound() {
        assertThat(met(Double.NaN, null, 100.0)).isFalse();
        assertThat(met(Double.NaN, 0.0, 0.0)).isFalse();
        assertThat(met(Check.millis(List.of(), 99), null, 100.0)).isFalse();
    }

    @Test
    void aPercentileIsOneOfTheValues() {
        List<Long> micros =
                LongStream.rangeClosed(1, 1000).map(i -> 1001 - i).boxed().toList();
        assertThat(Check.millis(micros, 50)).isEqualTo(0.5);
        assertThat(Check.millis(micros, 99)).isEqualTo(0.99);
        assertThat(Check.millis(micros, 100)).isEqualTo(1);
        assertThat(Check.millis(List.of(7L), 50)).isEqualTo(0.007);
    }

    @Test
    void aPercentileIsOfAllSeriesWhoseNamesBeginSo() {
        Map<String, List<Number>> raw =
                Map.of("seen, change 1", List.of(3_000L), "seen, change 2", List.of(1_000L), "x", List.of(9L));
        Check.SeriesPercentile from = new Check.SeriesPercentile("seen", 99);
        Check figure = new Check("p99", from.of(raw), "ms", null, 2.0, from);
        assertThat(figure.value()).isEqualTo(3);
        assertThat(figure.met()).isFalse();
    }
}
