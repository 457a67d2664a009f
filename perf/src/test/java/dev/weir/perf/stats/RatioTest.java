package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.stats.Ratio.Block;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatioTest {
    private static final List<Block> RUN = new Simulated(1.1, 10, 0.2, 0.02, 0).run(new SplittableRandom(7));

    /**
     * Computed by hand: mean log ratio 0.042, standard error 0.0281780, Student's t 2.7764 (95 %) and 2.1318 (90 %).
     */
    @Test
    void agreesWithTheTextbook() {
        Ratio ratio = ratio(logRatios(0.02, -0.05, 0.11, 0.04, 0.09));
        assertThat(Math.log(ratio.value())).isCloseTo(0.042, within(1e-12));
        assertThat(Math.log(ratio.low())).isCloseTo(0.042 - 2.7764 * 0.0281780, within(1e-5));
        assertThat(Math.log(ratio.high())).isCloseTo(0.042 + 2.7764 * 0.0281780, within(1e-5));
        assertThat(Math.log(ratio.low90())).isCloseTo(0.042 - 2.1318 * 0.0281780, within(1e-5));
        assertThat(Math.log(ratio.high90())).isCloseTo(0.042 + 2.1318 * 0.0281780, within(1e-5));
    }

    /** Costs count as equal up to a margin. If the confidence interval ends exactly there, the p-value must be 0.05. */
    @Test
    void theProbabilityAgreesWithTheInterval() {
        Ratio atTheEdge = ratio(scaled(RUN, 1, Finding.BAND.high() / ratio(RUN).low()));
        assertThat(atTheEdge.low()).isCloseTo(1.05, within(1e-9));
        assertThat(atTheEdge.probabilityOfEqual()).isCloseTo(0.05, within(1e-9));
        assertThat(atTheEdge.low90()).isGreaterThan(1.05);
        assertThat(ratio(logRatios(0.02, 0.03, 0.04, 0.03)).probabilityOfEqual())
                .isOne();
    }

    @Test
    void theOtherWayRoundItIsTheInverse() {
        Ratio ratio = ratio(RUN);
        Ratio inverse = ratio(changed(RUN, block -> new Block(block.other(), block.baseline())));
        assertThat(inverse.value()).isCloseTo(1 / ratio.value(), within(1e-12));
        assertThat(inverse.low()).isCloseTo(1 / ratio.high(), within(1e-12));
        assertThat(inverse.high90()).isCloseTo(1 / ratio.low90(), within(1e-12));
        assertThat(inverse.probabilityOfEqual()).isCloseTo(ratio.probabilityOfEqual(), within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 0.25, 3, 1e9})
    void theUnitDoesNotMatter(double unit) {
        assertThat(ratio(scaled(RUN, unit, unit)).low()).isCloseTo(ratio(RUN).low(), within(1e-9));
        assertThat(ratio(scaled(RUN, unit, unit)).high()).isCloseTo(ratio(RUN).high(), within(1e-9));
    }

    @Test
    void aDearerOtherMovesTheWholeInterval() {
        Ratio doubled = ratio(scaled(RUN, 1, 2));
        assertThat(doubled.value()).isCloseTo(2 * ratio(RUN).value(), within(1e-9));
        assertThat(doubled.low()).isCloseTo(2 * ratio(RUN).low(), within(1e-9));
        assertThat(doubled.high()).isCloseTo(2 * ratio(RUN).high(), within(1e-9));
    }

    @Test
    void equalTrialsAreOnePoint() {
        Ratio equal = ratio(logRatios(0, 0, 0, 0, 0));
        assertThat(equal.interval()).isEqualTo(new Ratio.Interval(1, 1));
        assertThat(equal.probabilityOfEqual()).isOne();
        Ratio apart = ratio(logRatios(0.1, 0.1, 0.1, 0.1));
        assertThat(apart.interval().contains(1)).isFalse();
        assertThat(apart.probabilityOfEqual()).isLessThan(1e-9);
    }

    /** The geometric mean of the ratios 2 and 8 must be 4. The arithmetic mean would be 5. */
    @Test
    void theValueIsTheGeometricMean() {
        assertThat(Ratio.value(List.of(new Block(3, 6), new Block(0.5, 4))).orElseThrow())
                .isCloseTo(4, within(1e-12));
        assertThat(Ratio.value(List.of(new Block(4, 3))).orElseThrow()).isCloseTo(0.75, within(1e-12));
        assertThat(Ratio.value(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aValueThatIsNotPositiveHasNoInterval(double value) {
        List<Block> blocks =
                List.of(new Block(1, 1), new Block(1, 2), new Block(1, 1), new Block(1, 2), new Block(value, 1));
        assertThat(Ratio.of(blocks)).isEmpty();
        assertThat(Ratio.value(blocks)).isEmpty();
    }

    @Test
    void tooFewBlocksBoundNothing() {
        assertThat(Ratio.of(logRatios(0.1, 0.15, 0.12))).isEmpty();
        assertThat(Ratio.of(logRatios(0.1, 0.15, 0.12, 0.11))).isPresent();
    }

    private static Ratio ratio(List<Block> blocks) {
        return Ratio.of(blocks).orElseThrow();
    }

    private static List<Block> logRatios(double... logRatios) {
        return Arrays.stream(logRatios)
                .mapToObj(logRatio -> new Block(1, Math.exp(logRatio)))
                .toList();
    }

    private static List<Block> scaled(List<Block> blocks, double baseline, double other) {
        return changed(blocks, block -> new Block(block.baseline() * baseline, block.other() * other));
    }

    private static List<Block> changed(List<Block> blocks, UnaryOperator<Block> change) {
        return blocks.stream().map(change).toList();
    }
}
