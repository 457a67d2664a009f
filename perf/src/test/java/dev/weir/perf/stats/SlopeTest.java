package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.stats.Slope.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlopeTest {
    /** NIST's reference data set "Norris". Values of y and x alternate. */
    private static final double[] NORRIS = {
        0.1, 0.2, 338.8, 337.4, 118.1, 118.2, 888.0, 884.6, 9.2, 10.1, 228.1, 226.5, 668.5, 666.3, 998.5, 996.3, 449.1,
        448.6, 778.9, 777.0, 559.2, 558.2, 0.3, 0.4, 0.1, 0.6, 778.1, 775.5, 668.8, 666.9, 339.3, 338.0, 448.9, 447.5,
        10.8, 11.6, 557.7, 556.0, 228.3, 228.1, 998.0, 995.8, 888.8, 887.6, 119.6, 120.2, 0.3, 0.3, 0.6, 0.3, 557.6,
        556.8, 339.3, 339.1, 888.0, 887.2, 998.5, 999.0, 778.9, 779.0, 10.2, 11.1, 117.6, 118.3, 228.9, 229.2, 668.4,
        669.1, 449.2, 448.9, 0.2, 0.5
    };

    /** The line must have the values that NIST certifies. */
    @Test
    void agreesWithTheCertifiedLine() {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < NORRIS.length; i += 2) {
            points.add(new Point(NORRIS[i + 1], NORRIS[i]));
        }
        Slope slope = Slope.of(points, 6).orElseThrow();
        assertThat(slope.slope()).isCloseTo(1.00211681802045, within(1e-12));
        assertThat(slope.intercept()).isCloseTo(-0.262323073774029, within(1e-10));
        double reach = 2.0322 * 0.000429796848199937; // 2.0322 is Student's t with 34 degrees of freedom
        assertThat(slope.low()).isCloseTo(1.00211681802045 - reach, within(1e-7));
        assertThat(slope.rSquared()).isCloseTo(0.999993745883712, within(1e-12));
    }

    @Test
    void aStraightLineIsFoundExactly() {
        Slope slope = Slope.of(points(1, 2, 3), 3).orElseThrow();
        assertThat(slope.slope()).isCloseTo(2, within(1e-12));
        assertThat(slope.intercept()).isCloseTo(5, within(1e-12));
        assertThat(slope.low()).isCloseTo(2, within(1e-9));
        assertThat(slope.rSquared()).isCloseTo(1, within(1e-12));
    }

    @Test
    void aFlatLineHasNoFit() {
        List<Point> flat = IntStream.range(0, 6).mapToObj(x -> new Point(x, 7)).toList();
        assertThat(Slope.of(flat, 6)).contains(new Slope(0, 7, 0, Double.NaN));
    }

    @Test
    void tooFewDifferentPlacesHaveNone() {
        assertThat(Slope.of(points(1, 2, 3, 4, 5), 6)).isEmpty();
        assertThat(Slope.of(points(1, 2, 3, 4, 5, 5, 5), 6)).isEmpty();
    }

    private static List<Point> points(double... xs) {
        List<Point> points = new ArrayList<>();
        for (double x : xs) {
            points.add(new Point(x, 5 + 2 * x));
        }
        return points;
    }
}
