package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.report.ForestPlot.Row;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForestPlotTest {
    @Test
    void everyRowIsNamedAndItsFiguresAreThere() throws Exception {
        Xml xml = Xml.parse(
                new ForestPlot("CPU & \"memory\"", List.of(row("a < b", 1.5, 1.2, 1.9), row("c & d", 0.05, 0.04, 120)))
                        .svg());
        assertThat(xml.texts()).contains("a < b", "1.50 (1.20 to 1.90)", "c & d", "0.050 (0.040 to 120)", "1");
        assertThat(xml.label()).isEqualTo("CPU & \"memory\": a < b 1.50 (1.20 to 1.90); c & d 0.050 (0.040 to 120)");
    }

    @Test
    void aNarrowIntervalIsShownToBeOne() throws Exception {
        Xml xml = Xml.parse(new ForestPlot("narrow", List.of(row("allocated", 1.002, 1.001, 1.003))).svg());
        assertThat(xml.texts()).contains("1.002 (1.001 to 1.003)");
    }

    @Test
    void onlyAnIntervalThatLeftTheBandHasAColour() throws Exception {
        Xml xml = Xml.parse(new ForestPlot(
                        "colours",
                        List.of(
                                row("less", 0.8, 0.7, 0.95),
                                row("equal", 1, 0.99, 1.01),
                                row("reaches into the band", 1.1, 1.04, 1.2),
                                row("more", 1.1, 1.06, 1.2)))
                .svg());
        List<String> colours = xml.attributes("circle", "fill");
        assertThat(colours.get(1)).isEqualTo(Svg.Palette.INK);
        assertThat(colours.get(2)).isEqualTo(Svg.Palette.INK);
        assertThat(colours.get(0)).isNotEqualTo(Svg.Palette.INK).isNotEqualTo(colours.get(3));
        assertThat(colours.get(3)).isNotEqualTo(Svg.Palette.INK);
    }

    @Test
    void halfAndTwiceAreEquallyFarFromOne() throws Exception {
        Xml xml = Xml.parse(new ForestPlot(
                        "log", List.of(row("half", 0.5, 0.4, 0.6), row("one", 1, 0.9, 1.1), row("twice", 2, 1, 2.5)))
                .svg());
        List<Double> at =
                xml.attributes("circle", "cx").stream().map(Double::valueOf).toList();
        assertThat(at.get(1) - at.get(0)).isPositive().isCloseTo(at.get(2) - at.get(1), within(0.2));
    }

    @Test
    void noRowsAreStillAPicture() throws Exception {
        assertThat(Xml.parse(new ForestPlot("none", List.of()).svg()).texts()).contains("1");
    }

    private static Row row(String label, double ratio, double low, double high) {
        return new Row(label, new Ratio(ratio, low, high, low, high, 1, 4));
    }
}
