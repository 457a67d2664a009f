package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.stats.Paired.Block;
import dev.weir.perf.stats.Paired.Slice;
import dev.weir.perf.stats.Paired.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
    private static final Paired RUN = new Simulated(1.1, 10, 0.2, 0.02, 0.05, 8).run(new SplittableRandom(7));

    @Test
    void equalInputAndSeedGiveTheSame() {
        assertThat(bootstrap(RUN, 1).interval(0.95))
                .isEqualTo(bootstrap(RUN, 1).interval(0.95))
                .isNotEqualTo(bootstrap(RUN, 2).interval(0.95));
    }

    /** All 5^5 resamples of five blocks, one by one: the drawn ones must agree with them to a percent of confidence. */
    @Test
    void drawnResamplesAgreeWithAllThereAre() {
        double[] logRatios = {0.02, -0.05, 0.11, 0.04, 0.09};
        double mean = 0.042;
        double error = Math.sqrt((0.022 * 0.022 + 0.092 * 0.092 + 0.068 * 0.068 + 0.002 * 0.002 + 0.048 * 0.048) / 20);
        double[] all = IntStream.range(0, 3125)
                .mapToDouble(number -> studentised(number, logRatios, mean))
                .sorted()
                .toArray();
        Ratio.Interval interval = bootstrap(unsliced(logRatios), 3).interval(0.95);
        assertThat(Math.log(interval.low()))
                .isBetween(mean - error * quantile(all, 0.985), mean - error * quantile(all, 0.965));
        assertThat(Math.log(interval.high()))
                .isBetween(mean - error * quantile(all, 0.035), mean - error * quantile(all, 0.015));
    }

    private static double studentised(int number, double[] logRatios, double centre) {
        double[] drawn = new double[5];
        for (int i = 0, rest = number; i < 5; i++, rest /= 5) {
            drawn[i] = logRatios[rest % 5];
        }
        double mean = Arrays.stream(drawn).average().orElseThrow();
        double variance = Arrays.stream(drawn).map(x -> Math.pow(x - mean, 2)).sum() / 4;
        return (mean - centre) / Math.sqrt(Math.max(variance, 1e-30) / 5);
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) (share * sorted.length)];
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theOtherWayRoundItIsTheInverse(long seed) {
        Paired run = new Simulated(1.2, 10, 0.3, 0.04, 0, 1).run(new SplittableRandom(seed));
        Ratio ratio = Ratio.of(run, seed).orElseThrow();
        Ratio inverse = Ratio.of(swapped(run), seed).orElseThrow();
        assertThat(inverse.value()).isCloseTo(1 / ratio.value(), within(1e-12));
        assertThat(inverse.low()).isCloseTo(1 / ratio.high(), within(1e-9));
        assertThat(inverse.high90()).isCloseTo(1 / ratio.low90(), within(1e-9));
        assertThat(inverse.probabilityOfOne()).isEqualTo(ratio.probabilityOfOne());
    }

    /** The draws fall on other slices when the contenders change places, so the bounds are inverse but for chance. */
    @Test
    void withSlicesTheInverseHoldsButForChance() {
        Ratio ratio = Ratio.of(RUN, 1).orElseThrow();
        Ratio inverse = Ratio.of(swapped(RUN), 1).orElseThrow();
        assertThat(inverse.value()).isCloseTo(1 / ratio.value(), within(1e-12));
        double tenthOfWidth = (ratio.high() - ratio.low()) / 10;
        assertThat(1 / inverse.high()).isCloseTo(ratio.low(), within(tenthOfWidth));
        assertThat(1 / inverse.low()).isCloseTo(ratio.high(), within(tenthOfWidth));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 0.25, 3, 1e9})
    void theUnitDoesNotMatter(double unit) {
        Ratio ratio = Ratio.of(RUN, 1).orElseThrow();
        Ratio scaled = Ratio.of(scaled(RUN, unit, unit), 1).orElseThrow();
        assertThat(scaled.low()).isCloseTo(ratio.low(), within(1e-9));
        assertThat(scaled.high()).isCloseTo(ratio.high(), within(1e-9));
    }

    @Test
    void aDearerOtherMovesTheWholeInterval() {
        Ratio ratio = Ratio.of(RUN, 1).orElseThrow();
        Ratio doubled = Ratio.of(scaled(RUN, 1, 2), 1).orElseThrow();
        assertThat(doubled.value()).isCloseTo(2 * ratio.value(), within(1e-9));
        assertThat(doubled.low()).isCloseTo(2 * ratio.low(), within(1e-9));
        assertThat(doubled.high()).isCloseTo(2 * ratio.high(), within(1e-9));
    }

    @Test
    void theProbabilityAgreesWithTheInterval() {
        Paired run = new Simulated(1.03, 10, 0.2, 0.02, 0.05, 8).run(new SplittableRandom(9));
        Bootstrap bootstrap = bootstrap(run, 5);
        double probability = bootstrap.probabilityOfOne();
        assertThat(probability).isBetween(0.001, 0.5);
        assertThat(bootstrap.interval(1 - probability - 1e-6).contains(1)).isFalse();
        assertThat(bootstrap.interval(1 - probability + 0.001).contains(1)).isTrue();
    }

    @Test
    void moreConfidenceIsAWiderInterval() {
        Bootstrap bootstrap = bootstrap(RUN, 5);
        assertThat(bootstrap.interval(0.90).within(bootstrap.interval(0.95))).isTrue();
        assertThat(bootstrap.interval(0.95).within(bootstrap.interval(0.90))).isFalse();
    }

    @Test
    void equalTrialsAreOnePoint() {
        Ratio ratio = Ratio.of(unsliced(0, 0, 0, 0, 0), 1).orElseThrow();
        assertThat(ratio.interval()).isEqualTo(new Ratio.Interval(1, 1));
        assertThat(ratio.probabilityOfOne()).isOne();
    }

    @Test
    void aSingleBlockHasNoInterval() {
        assertThat(Bootstrap.of(unsliced(0.1), 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aValueThatIsNotPositiveHasNoInterval(double value) {
        Paired paired = new Paired(List.of(unsliced(0.1).blocks().getFirst(), new Block(Trial.of(value), Trial.of(1))));
        assertThat(Bootstrap.of(paired, 1)).isEmpty();
        assertThat(paired.ratio()).isEmpty();
    }

    /** A resample of three is too often one block three times, which tells nothing of the spread. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void tooFewBlocksBoundNothing(int blocks) {
        assertThat(Ratio.of(unsliced(Arrays.copyOf(new double[] {0.1, 0.15, 0.12}, blocks)), 1))
                .isEmpty();
    }

    @Test
    void slicesWithoutWorkAreNoObstacle() {
        Trial idleAtFirst = Trial.of(new double[] {0, 3}, new double[] {0, 2});
        Block block = new Block(idleAtFirst, idleAtFirst);
        assertThat(Ratio.of(new Paired(List.of(block, block, block, block)), 1))
                .hasValueSatisfying(ratio -> assertThat(ratio.value()).isOne());
    }

    private static Bootstrap bootstrap(Paired paired, long seed) {
        return Bootstrap.of(paired, seed).orElseThrow();
    }

    private static Paired unsliced(double... logRatios) {
        return new Paired(Arrays.stream(logRatios)
                .mapToObj(logRatio -> new Block(Trial.of(1), Trial.of(Math.exp(logRatio))))
                .toList());
    }

    private static Paired swapped(Paired paired) {
        return changed(paired, block -> new Block(block.other(), block.baseline()));
    }

    private static Paired scaled(Paired paired, double baseline, double other) {
        return changed(paired, block -> new Block(scaled(block.baseline(), baseline), scaled(block.other(), other)));
    }

    private static Trial scaled(Trial trial, double factor) {
        return new Trial(trial.slices().stream()
                .map(slice -> new Slice(slice.cost() * factor, slice.work()))
                .toList());
    }

    private static Paired changed(Paired paired, UnaryOperator<Block> change) {
        return new Paired(paired.blocks().stream().map(change).toList());
    }
}
