package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    private static final Trial GOOD =
            Samples.trial("blocking", 1, Samples.measured(10, 9, Prediction.threads(100, 10, 1)));
    private static final Trial FAILED =
            Trial.planned("S1", "reactive", 1, 2).failed(new IOException("the server ended with 1"));

    @Test
    void comesBackEqualFromItsFile(@TempDir Path directory) {
        RateTrial rate = RateTrial.planned("async", 3, 3)
                .measured(List.of("java"), List.of(), Samples.rate(List.of(1L, 2L, 3L), 4, 5, 6, 7), List.of("steal"));
        Results results = Samples.results(List.of(GOOD, FAILED), List.of(rate));
        Path file = directory.resolve("results.json");
        results.write(file);
        assertThat(Results.read(file)).isEqualTo(results);
    }

    @Test
    void oneInvalidTrialIsEnough() {
        assertThat(Samples.results(List.of(GOOD), List.of()).allValid()).isTrue();
        assertThat(Samples.results(List.of(GOOD, FAILED), List.of()).allValid()).isFalse();
        assertThat(FAILED.faults()).containsExactly("the server ended with 1");
    }

    @Test
    void everyGateHasItsFault() {
        assertThat(new Health(0.001, 1, 0.79, 0.019).faults()).isEmpty();
        assertThat(new Health(0.002, 1, 0.9, 0.05).faults()).hasSize(3);
    }

    @Test
    void noPercentileIsDrawnThatNoSampleIsBeyond() {
        Latency latency = Samples.latency(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(latency.curve().getLast()).isEqualTo(new Latency.Point(0.9, 9e-6));
        assertThat(latency.maxSeconds()).isEqualTo(10e-6);
        assertThat(Samples.latency().curve()).isEmpty();
    }
}
