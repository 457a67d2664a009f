package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CurveTest {
    private static Results.Curve curve(long samples) {
        Histogram micros = new Histogram(3);
        LongStream.rangeClosed(1, samples).forEach(micros::recordValue);
        return new Results.Curve("S5", "async", Evidence.Tag.RESPONSE, List.of()).of(micros);
    }

    @Test
    void pointsAreTheHistogramsPercentilesInSeconds() {
        assertThat(curve(1000).points())
                .contains(new Results.Curve.Quantile(0.5, 500e-6), new Results.Curve.Quantile(0.9, 900e-6));
    }

    @Test
    void itEndsWhereFewerThanAHundredSamplesLieBeyond() {
        assertThat(curve(1000).points().getLast().quantile()).isEqualTo(0.9);
        assertThat(curve(999).points().getLast().quantile()).isEqualTo(0.8);
        assertThat(curve(10).points().getLast().quantile()).isEqualTo(0.5);
    }

    @Test
    void trialsOfAContenderAreMergedAndOnesThatDoNotCountAreLeftOut() {
        RunPlan plan = Runs.plan(3, "async");
        Results results = Runs.results(plan, planned -> {
            Example trial = Example.of(planned)
                    .slice(1, 1, 1)
                    .histogram(Evidence.Tag.RESPONSE, planned.position())
                    .histogram(Evidence.Tag.GAP, 5);
            return (planned.position() == 3 ? trial.error("short", 1) : trial).evidence();
        });
        assertThat(results.curves()).singleElement().satisfies(curve -> {
            assertThat(curve.tag()).isEqualTo(Evidence.Tag.RESPONSE);
            assertThat(curve.points().getFirst()).isEqualTo(new Results.Curve.Quantile(0, 1e-6));
            assertThat(curve.points().getLast()).isEqualTo(new Results.Curve.Quantile(0.5, 1e-6));
        });
    }
}
