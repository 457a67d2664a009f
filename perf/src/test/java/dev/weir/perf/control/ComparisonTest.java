package dev.weir.perf.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Comparison.Figures THEIRS = Comparison.Figures.of(1000, 100, 1000, 0);

    @Test
    void theMedianOfThePairsIsJudged() {
        assertThat(comparison(
                                true,
                                Comparison.Figures.of(1040, 96, 1090, 0),
                                Comparison.Figures.of(2000, 200, 1, 0),
                                THEIRS)
                        .met())
                .isTrue();
        assertThat(comparison(true, Comparison.Figures.of(1060, 100, 1000, 0)).met())
                .isFalse();
        assertThat(comparison(true, Comparison.Figures.of(1000, 94, 1000, 0)).met())
                .isFalse();
        assertThat(comparison(true, Comparison.Figures.of(1000, 100, 1110, 0)).met())
                .isFalse();
    }

    @Test
    void anErrorIsNoAgreement() {
        assertThat(comparison(true, Comparison.Figures.of(1000, 100, 1000, 1)).met())
                .isFalse();
        assertThat(comparison(false, Comparison.Figures.of(1000, 100, 1000, 1)).met())
                .isFalse();
    }

    @Test
    void whatIsNotJudgedMayDiffer() {
        assertThat(comparison(false, Comparison.Figures.of(1000, 150, 1000, 0)).met())
                .isTrue();
    }

    @Test
    void anEvenNumberOfPairsHasItsMedianBetween() {
        Comparison comparison =
                comparison(true, Comparison.Figures.of(1000, 100, 1000, 0), Comparison.Figures.of(1100, 100, 1000, 0));
        assertThat(comparison.ratios().getFirst().median()).isEqualTo(1.05);
    }

    private static Comparison comparison(boolean judged, Comparison.Figures... ours) {
        return new Comparison(
                "load",
                "tool",
                judged,
                List.of(ours).stream()
                        .map(one -> new Comparison.Pair(one, THEIRS))
                        .toList());
    }
}
