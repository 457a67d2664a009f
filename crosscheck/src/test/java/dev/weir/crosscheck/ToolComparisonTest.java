package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.crosscheck.ToolComparison.Pairing;
import dev.weir.perf.result.Checks;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToolComparisonTest {
    private static final ToolComparison.LatencySummary THEIRS = ToolComparison.LatencySummary.of(1000, 100, 1000, 0);

    @Test
    void theMedianOfThePairsIsJudged() {
        assertThat(met(
                        ToolComparison.LatencySummary.of(1040, 96, 1090, 0),
                        ToolComparison.LatencySummary.of(2000, 200, 1, 0),
                        THEIRS))
                .isTrue();
        assertThat(met(ToolComparison.LatencySummary.of(1060, 100, 1000, 0))).isFalse();
        assertThat(met(ToolComparison.LatencySummary.of(1000, 94, 1000, 0))).isFalse();
        assertThat(met(ToolComparison.LatencySummary.of(1000, 100, 1110, 0))).isFalse();
    }

    @Test
    void anErrorIsNoAgreement() {
        assertThat(met(ToolComparison.LatencySummary.of(1000, 100, 1000, 1))).isFalse();
    }

    /** A negative number of errors must count as a missed target. In a sum, -1 errors would hide 1 error. */
    @Test
    void aNegativeCountOfErrorsIsNoAgreement() {
        ToolComparison.LatencySummary negative = ToolComparison.LatencySummary.of(1000, 100, 1000, -1);
        assertThat(met(negative)).isFalse();
        assertThat(met(ToolComparison.LatencySummary.of(1000, 100, 1000, 1), negative))
                .isFalse();
    }

    /** Each compared ratio must have a target, because a check without a target always passes. */
    @Test
    void everyRatioHasATarget() {
        assertThat(found(THEIRS).checks())
                .filteredOn(check -> check.what().contains("ours / theirs"))
                .hasSize(3)
                .allMatch(check -> !check.target().isEmpty());
    }

    @Test
    void anEvenNumberOfPairsHasItsMedianBetween() {
        Checks.Found found = found(
                ToolComparison.LatencySummary.of(1000, 100, 1000, 0),
                ToolComparison.LatencySummary.of(1100, 100, 1000, 0));
        assertThat(found.checks().getFirst().value()).isEqualTo(1.05);
        assertThat(found.raw()).containsEntry("Closed, beside wrk: requests/s: ours", List.of(1000.0, 1100.0));
    }

    private static boolean met(ToolComparison.LatencySummary... ours) {
        return found(ours).met();
    }

    private static Checks.Found found(ToolComparison.LatencySummary... ours) {
        Checks found = new Checks();
        comparison(Pairing.CLOSED, ours).addTo(found);
        return found.of("crosscheck", "", "", "reactive");
    }

    /** Returns a complete comparison. Weir's rate is {@code perSecond} in the first round, and rises by 1 a round. */
    static ToolComparison comparison(Pairing pairing, double perSecond) {
        return comparison(
                pairing,
                IntStream.range(0, Turns.ROUNDS)
                        .mapToObj(round ->
                                ToolComparison.LatencySummary.of(perSecond + round, 96 + round, 1090 - round, 0))
                        .toArray(ToolComparison.LatencySummary[]::new));
    }

    private static ToolComparison comparison(Pairing pairing, ToolComparison.LatencySummary... ours) {
        return new ToolComparison(
                pairing,
                Stream.of(ours).map(one -> new ToolComparison.Pair(one, THEIRS)).toList());
    }
}
