package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void ticksAreRound() {
        assertThat(texts(new Svg.Scale(0, 97, false, 0, 500), 60)).containsExactly("0", "20", "40", "60", "80");
        assertThat(texts(new Svg.Scale(0.31, 0.52, false, 300, 0), 60)).containsExactly("0.35", "0.4", "0.45", "0.5");
        assertThat(texts(new Svg.Scale(900, 21_000, true, 0, 500), 60))
                .containsExactly("1,000", "2,000", "5,000", "10,000", "20,000");
        assertThat(texts(new Svg.Scale(0.78, 1.28, true, 0, 400), 44)).containsExactly("0.8", "0.9", "1", "1.1", "1.2");
    }

    @Test
    void ticksKeepTheirDistance() {
        Svg.Scale scale = new Svg.Scale(0.001, 500, true, 0, 300);
        List<Double> ticks = scale.ticks(40);
        assertThat(ticks).hasSizeGreaterThan(4).isSorted();
        for (int i = 1; i < ticks.size(); i++) {
            assertThat(scale.at(ticks.get(i)) - scale.at(ticks.get(i - 1))).isGreaterThanOrEqualTo(40);
        }
    }

    @Test
    void theMiddleOfALogAxisIsTheGeometricMean() {
        assertThat(new Svg.Scale(1, 100, true, 0, 200).at(10)).isCloseTo(100, within(1e-9));
        assertThat(new Svg.Scale(0, 100, false, 200, 0).at(25)).isCloseTo(150, within(1e-9));
    }

    @Test
    void anAxisNeedsARange() {
        assertThatThrownBy(() -> new Svg.Scale(1, 1, false, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Svg.Scale(0, 1, true, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> texts(Svg.Scale scale, double apart) {
        return scale.ticks(apart).stream().map(Svg::plain).toList();
    }
}
