package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.load.Arrivals;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StallPredictionTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Offset<Double> DIGITS = within(0.01);

    @Test
    void nobodyWaitsForAnEndlesslyFastServerButForTheStop() {
        Histogram response = responses(1e12);
        assertThat(response.getTotalCount()).isEqualTo(20_000);
        // 5 % arrive in the stop. The last fifth of them waits for less than a fifth of it.
        assertThat(millis(response, 99) / 800).isCloseTo(1, DIGITS);
        assertThat(millis(response, 98) / 600).isCloseTo(1, DIGITS);
        assertThat(millis(response, 100) / 1000).isCloseTo(1, DIGITS);
        assertThat(millis(response, 94)).isEqualTo(0.2);
    }

    @Test
    void aQueuedRequestIsServedInItsTurn() {
        // With twice the capacity the queue shrinks by half a second each second, so the wait falls half as fast.
        Histogram response = responses(2000);
        assertThat(millis(response, 98) / 800).isCloseTo(1, DIGITS);
        assertThat(millis(response, 95) / 500).isCloseTo(1, DIGITS);
        assertThat(millis(response, 90.5) / 50).isCloseTo(1, within(0.05));
        assertThat(millis(response, 89)).isEqualTo(0.2);
    }

    private static Histogram responses(double perSecond) {
        StallTrial.StallPrediction prediction =
                new StallTrial.StallPrediction(5 * SECOND, 6 * SECOND, perSecond, 200_000);
        Arrivals.constant(1000).within(Duration.ofSeconds(20), prediction::arrives);
        return prediction.responseMicros;
    }

    private static double millis(Histogram micros, double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }
}
