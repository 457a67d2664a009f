package dev.weir.perf.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.site.Findings;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Comparison.Figures THEIRS = Comparison.Figures.of(1000, 100, 1000, 0);

    @Test
    void theMedianOfThePairsIsJudged() {
        assertThat(met(true, Comparison.Figures.of(1040, 96, 1090, 0), Comparison.Figures.of(2000, 200, 1, 0), THEIRS))
                .isTrue();
        assertThat(met(true, Comparison.Figures.of(1060, 100, 1000, 0))).isFalse();
        assertThat(met(true, Comparison.Figures.of(1000, 94, 1000, 0))).isFalse();
        assertThat(met(true, Comparison.Figures.of(1000, 100, 1110, 0))).isFalse();
    }

    @Test
    void anErrorIsNoAgreement() {
        assertThat(met(true, Comparison.Figures.of(1000, 100, 1000, 1))).isFalse();
        assertThat(met(false, Comparison.Figures.of(1000, 100, 1000, 1))).isFalse();
    }

    @Test
    void whatIsNotJudgedMayDiffer() {
        assertThat(met(false, Comparison.Figures.of(1000, 150, 1000, 0))).isTrue();
    }

    @Test
    void anEvenNumberOfPairsHasItsMedianBetween() {
        Findings.Found found =
                found(true, Comparison.Figures.of(1000, 100, 1000, 0), Comparison.Figures.of(1100, 100, 1000, 0));
        assertThat(found.figures().getFirst().value()).isEqualTo(1.05);
        assertThat(found.raw()).containsEntry("load, beside tool: our requests/s", List.of(1000.0, 1100.0));
    }

    private static boolean met(boolean judged, Comparison.Figures... ours) {
        return found(judged, ours).met();
    }

    private static Findings.Found found(boolean judged, Comparison.Figures... ours) {
        Findings found = new Findings();
        new Comparison(
                        "load",
                        "tool",
                        judged,
                        List.of(ours).stream()
                                .map(one -> new Comparison.Pair(one, THEIRS))
                                .toList())
                .addTo(found);
        return found.of("crosscheck", "", "", "reactive");
    }
}
