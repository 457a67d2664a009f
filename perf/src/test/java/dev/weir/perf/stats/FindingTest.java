package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingTest {
    @ParameterizedTest
    @CsvSource({
        // The 90 % interval is within the margin. It need not contain 1.
        "1.00, 0.97, 1.03, 0.98, 1.02, EQUAL",
        "1.03, 1.01, 1.05, 1.02, 1.04, EQUAL",
        // Only the 90 % interval must be within the margin.
        "1.01, 0.94, 1.06, 0.96, 1.045, EQUAL",
        "1.20, 1.10, 1.30, 1.12, 1.28, DEARER",
        "0.80, 0.70, 0.90, 0.72, 0.88, CHEAPER",
        // An interval that begins within the margin decides nothing, even if it does not contain 1.
        "1.10, 1.01, 1.20, 1.03, 1.18, NOT_DECIDED",
        // The lower margin is 1 / 1.05, which is 0.9524.
        "0.953, 0.95, 0.957, 0.9525, 0.956, EQUAL",
        "0.953, 0.95, 0.957, 0.9523, 0.956, NOT_DECIDED",
        "0.951, 0.92, 0.98, 0.93, 0.97, NOT_DECIDED",
        "1.04, 1.01, 1.07, 1.02, 1.06, NOT_DECIDED",
        "1.20, 0.90, 1.50, 0.95, 1.45, NOT_DECIDED"
    })
    void followsFromTheIntervals(double value, double low, double high, double low90, double high90, Finding expected) {
        double probability = low > Finding.BAND.high() || high < Finding.BAND.low() ? 0.01 : 0.2;
        assertThat(Finding.of(new Ratio(value, low, high, low90, high90, probability, 10), probability))
                .isEqualTo(expected);
    }

    @Test
    void oneAmongSeveralMustStandTheAdjustment() {
        Ratio ratio = new Ratio(1.2, 1.1, 1.3, 1.12, 1.28, 0.02, 10);
        assertThat(Finding.of(ratio, ratio.probabilityOfEqual())).isEqualTo(Finding.DEARER);
        assertThat(Finding.of(ratio, 0.08)).isEqualTo(Finding.NOT_DECIDED);
    }

    @ParameterizedTest
    @CsvSource({"1.0, EQUAL", "1.3, DEARER", "0.75, CHEAPER"})
    void aSimulatedRunHasTheExpectedFinding(double ratio, Finding expected) {
        List<Ratio.Block> run = new Simulated(ratio, 10, 0.3, 0.01, 0).run(new SplittableRandom(11));
        assertThat(Ratio.of(run))
                .map(found -> Finding.of(found, found.probabilityOfEqual()))
                .contains(expected);
    }
}
