package dev.weir.perf.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Checks;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolComparisonTest {
    private static final ToolComparison.LatencySummary THEIRS = ToolComparison.LatencySummary.of(1000, 100, 1000, 0);

    @Test
    void theMedianOfThePairsIsJudged() {
        assertThat(met(
                        true,
                        ToolComparison.LatencySummary.of(1040, 96, 1090, 0),
                        ToolComparison.LatencySummary.of(2000, 200, 1, 0),
                        THEIRS))
                .isTrue();
        assertThat(met(true, ToolComparison.LatencySummary.of(1060, 100, 1000, 0)))
                .isFalse();
        assertThat(met(true, ToolComparison.LatencySummary.of(1000, 94, 1000, 0)))
                .isFalse();
        assertThat(met(true, ToolComparison.LatencySummary.of(1000, 100, 1110, 0)))
                .isFalse();
    }

    @Test
    void anErrorIsNoAgreement() {
        assertThat(met(true, ToolComparison.LatencySummary.of(1000, 100, 1000, 1)))
                .isFalse();
        assertThat(met(false, ToolComparison.LatencySummary.of(1000, 100, 1000, 1)))
                .isFalse();
    }

    @Test
    void whatIsNotJudgedMayDiffer() {
        assertThat(met(false, ToolComparison.LatencySummary.of(1000, 150, 1000, 0)))
                .isTrue();
    }

    @Test
    void anEvenNumberOfPairsHasItsMedianBetween() {
        Checks.Found found = found(
                true,
                ToolComparison.LatencySummary.of(1000, 100, 1000, 0),
                ToolComparison.LatencySummary.of(1100, 100, 1000, 0));
        assertThat(found.checks().getFirst().value()).isEqualTo(1.05);
        assertThat(found.raw()).containsEntry("load, beside tool: our requests/s", List.of(1000.0, 1100.0));
    }

    private static boolean met(boolean judged, ToolComparison.LatencySummary... ours) {
        return found(judged, ours).met();
    }

    private static Checks.Found found(boolean judged, ToolComparison.LatencySummary... ours) {
        Checks found = new Checks();
        new ToolComparison(
                        "load",
                        "tool",
                        judged,
                        List.of(ours).stream()
                                .map(one -> new ToolComparison.Pair(one, THEIRS))
                                .toList())
                .addTo(found);
        return found.of("crosscheck", "", "", "reactive");
    }
}
