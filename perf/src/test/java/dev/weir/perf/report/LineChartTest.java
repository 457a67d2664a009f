package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.report.LineChart.Axis;
import dev.weir.perf.stats.Slope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineChartTest {
    @Test
    void axesAndLinesAreNamed() throws Exception {
        Xml xml = xml(Axis.linear("rate < max"), line("a & b", 1, 2, 3), line("<c>", 2, 3, 4));
        assertThat(xml.texts()).contains("rate < max", "p99 \"ms\"", "a & b", "<c>");
        assertThat(xml.title()).isEqualTo("sweep");
        assertThat(xml.description()).isEqualTo("Lines of a & b, <c>");
        assertThat(xml.elements("polyline")).hasSize(2);
        assertThat(xml.markers()).as("6 points and 2 names").hasSize(8);
    }

    /** Six lines end at the same height: at the top, in the middle or at the bottom. Their names must not overlap. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 50, 100})
    void namesOfSixLinesDoNotOverlap(double end) throws Exception {
        Line[] six = IntStream.range(0, 6)
                .mapToObj(i -> line("line " + i, i * 20, end))
                .toArray(Line[]::new);
        List<Double> names = xml(Axis.linear("x"), six).elements("text").stream()
                .filter(text -> text.getTextContent().startsWith("line"))
                .map(text -> Double.valueOf(text.getAttribute("y")))
                .sorted()
                .toList();
        assertThat(names).hasSize(6);
        assertThat(names.getFirst()).isGreaterThan(13);
        assertThat(names.getLast()).isLessThan(290 - 30);
        assertThat(IntStream.range(1, 6).mapToDouble(i -> names.get(i) - names.get(i - 1)))
                .allMatch(gap -> gap >= 13);
    }

    @Test
    void aLogAxisLeavesOutZero() throws Exception {
        Line from0 = new Line("x", List.of(new Slope.Point(0, 1), new Slope.Point(10, 2), new Slope.Point(1000, 3)));
        Xml xml = xml(new Axis("connections", true, Svg::plain), from0);
        assertThat(xml.markers()).as("2 points and a name").hasSize(3);
        assertThat(xml.texts()).contains("10", "100", "1,000");
    }

    /** On the axis of percentiles, the 90th, 99th and 99.9th percentile must be equally far apart. */
    @Test
    void percentilesAreDrawnByTheirNines() throws Exception {
        Line nines = new Line(
                "x",
                DoubleStream.of(0.5, 0.9, 0.99, 0.999)
                        .mapToObj(quantile -> new Slope.Point(Axis.oneIn(quantile), 1))
                        .toList());
        List<Double> at = xml(Axis.percentiles(), nines).elements("text").stream()
                .filter(text -> List.of("90 %", "99 %", "99.9 %").contains(text.getTextContent()))
                .map(text -> Double.valueOf(text.getAttribute("x")))
                .sorted()
                .toList();
        assertThat(at).hasSize(3);
        assertThat(at.get(1) - at.get(0)).isCloseTo(at.get(2) - at.get(1), within(0.2));
    }

    @Test
    void aLongSeriesIsACurveWithoutDots() throws Exception {
        double[] many = DoubleStream.iterate(0, i -> i + 1).limit(300).toArray();
        assertThat(xml(Axis.linear("s"), line("time", many)).markers())
                .as("only that of the name")
                .hasSize(1);
    }

    @Test
    void oneValueOrNoneIsStillAPicture() throws Exception {
        assertThat(xml(new Axis("x", true, Svg::plain), line("one", 5)).texts()).contains("one");
        assertThat(xml(Axis.linear("x"), line("flat", 5, 5, 5)).texts()).contains("flat", "5");
        assertThat(xml(Axis.linear("x"), line("zero", 0, 0)).texts()).contains("zero", "0");
        assertThat(xml(Axis.linear("x"), line("none")).elements("polyline")).isEmpty();
        assertThat(xml(Axis.linear("x"), line("not a number", Double.NaN)).elements("polyline"))
                .isEmpty();
    }

    private static Xml xml(Axis x, Line... series) throws Exception {
        Map<String, List<Slope.Point>> lines = new LinkedHashMap<>();
        for (Line line : series) {
            lines.put(line.label, line.points);
        }
        String svg = new LineChart("sweep", x, Axis.linear("p99 \"ms\""), lines).svg();
        assertThat(svg).doesNotContain("NaN", "Infinity");
        return Xml.parse(svg);
    }

    private record Line(String label, List<Slope.Point> points) {}

    private static Line line(String label, double... ys) {
        List<Slope.Point> points = IntStream.range(0, ys.length)
                .mapToObj(i -> new Slope.Point(i + 1.0, ys[i]))
                .toList();
        return new Line(label, points);
    }

    @Test
    void aSecondLineIsDottedInTheSameColourAndHasNoName() throws Exception {
        Xml xml = xml(Axis.linear("x"), line("async", 1, 2), line("async" + LineChart.SERVICE, 2, 3));
        assertThat(xml.attributes("polyline", "class")).containsExactly("k2", "k2");
        assertThat(xml.attributes("polyline", "stroke-dasharray")).containsExactly("none", "1 3");
        assertThat(xml.texts()).contains("async").doesNotContain("async" + LineChart.SERVICE);
    }

    /** Models must differ by their markers, and variants of a model by their dashes, so that colour is not needed. */
    @Test
    void serversDifferByMoreThanColour() {
        List<String> all = List.of(
                "nginx",
                "reactive",
                "async",
                "virtual",
                "blocking",
                "blocking-many",
                "mine",
                "somebody's",
                "reactive-idiomatic",
                "reactive-ec",
                "async-idiomatic",
                "virtual-idiomatic",
                "blocking-idiomatic",
                "blocking-many-idiomatic");
        assertThat(all.stream().map(label -> Palette.of(label, all)).map(look -> look.marker() + look.dashes()))
                .doesNotHaveDuplicates();
        assertThat(all.stream().sorted(Palette.ORDER)).startsWith("nginx", "reactive", "reactive-ec");
    }
}
