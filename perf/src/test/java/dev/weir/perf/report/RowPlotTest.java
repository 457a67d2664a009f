package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.report.RowPlot.Row;
import dev.weir.perf.result.Metric;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowPlotTest {
    @Test
    void everyRowIsNamedAndItsFiguresAreThere() throws Exception {
        Xml xml =
                Xml.parse(plot("CPU & \"memory\"", List.of(row("a < b", 1.5, 1.2, 1.9), row("c & d", 0.05, 0.04, 120)))
                        .svg());
        assertThat(xml.texts()).contains("a < b", "1.500 (1.200 to 1.900)", "c & d", "0.050 (0.040 to 120.00)", "1");
        assertThat(xml.title()).isEqualTo("CPU & \"memory\"");
        assertThat(xml.description()).isEqualTo("a < b 1.500 (1.200 to 1.900); c & d 0.050 (0.040 to 120.00)");
        assertThat(xml.texts()).contains("ratio to nginx (logarithmic)");
    }

    @Test
    void aNarrowIntervalIsShownToBeOne() throws Exception {
        Xml xml = Xml.parse(
                plot("narrow", List.of(row("allocated", 1.002, 1.001, 1.003))).svg());
        assertThat(xml.texts()).contains("1.002 (1.001 to 1.003)");
    }

    @Test
    void onlyAnIntervalThatLeftTheBandHasAColour() throws Exception {
        Xml xml = Xml.parse(plot(
                        "colours",
                        List.of(
                                row("less", 0.8, 0.7, 0.95),
                                row("equal", 1, 0.99, 1.01),
                                row("reaches into the band", 1.1, 1.04, 1.2),
                                row("reaches into it from below", 0.9, 0.8, 0.96),
                                row("more", 1.1, 1.06, 1.2)))
                .svg());
        assertThat(xml.markers().stream().map(marker -> marker.getAttribute("class")))
                .containsExactly("less", Svg.INK, Svg.INK, Svg.INK, "more");
    }

    @Test
    void halfAndTwiceAreEquallyFarFromOne() throws Exception {
        Xml xml = Xml.parse(
                plot("log", List.of(row("half", 0.5, 0.4, 0.6), row("one", 1, 0.9, 1.1), row("twice", 2, 1, 2.5)))
                        .svg());
        List<Double> at = xml.markers().stream()
                .map(marker -> Double.valueOf(marker.getAttribute("d").replaceFirst("M([0-9.]+) .*", "$1")))
                .toList();
        assertThat(at.get(1) - at.get(0)).isPositive().isCloseTo(at.get(2) - at.get(1), within(0.2));
    }

    @Test
    void noRowsAreStillAPicture() throws Exception {
        assertThat(Xml.parse(plot("none", List.of()).svg()).texts()).contains("1");
    }

    /** A value of 4 ms must be drawn as a bar from 0, with a line from 3 to 6 ms and a mark at the predicted 8 ms. */
    @Test
    void aBarStartsAtZeroAndHasItsRangeAndPrediction() throws Exception {
        Row row = Row.of("async", Metric.Unit.SECONDS, 0.004, List.of(0.003, 0.004, 0.006), 0.008);
        Xml xml = Xml.parse(new RowPlot("waits", "wait (ms)", RowPlot.scale(0, row.end(), false), List.of(row)).svg());
        assertThat(xml.texts()).contains("async", "4.00 ms, predicted 8.00 ms", "wait (ms)", "0", "8");
        assertThat(xml.attributes("rect", "class")).containsExactly("k2");
        assertThat(xml.attributes("rect", "width")).containsExactly("191.0");
        assertThat(xml.attributes("path", "d")).contains("M149.3 47.0L292.5 47.0", "M388.0 39.0L388.0 55.0");
    }

    @Test
    void oneTrialHasNoRange() throws Exception {
        Row row = Row.of("async", Metric.Unit.NUMBER, 4, List.of(4.0), Double.NaN);
        Xml xml = Xml.parse(new RowPlot("rates", "rate", RowPlot.scale(0, row.end(), false), List.of(row)).svg());
        assertThat(xml.texts()).contains("4");
        assertThat(xml.attributes("path", "class")).containsOnly(Svg.GRID);
    }

    private static RowPlot plot(String title, List<Row> rows) {
        return new RowPlot(title, "ratio to nginx (logarithmic)", RowPlot.scale(0.03, 130, true), rows);
    }

    private static Row row(String label, double ratio, double low, double high) {
        return Row.of(label, new Ratio(ratio, low, high, low, high, 1, 4));
    }
}
