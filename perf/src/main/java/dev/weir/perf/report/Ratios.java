package dev.weir.perf.report;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Results;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.stream.Stream;

/** The answer first: each question's ratio with its interval, and what it means. */
final class Ratios {
    private Ratios() {}

    static List<Block> of(Results results) {
        List<Comparison> comparisons = results.comparisons();
        if (comparisons.isEmpty()) {
            return List.of();
        }
        return Stream.concat(
                        Stream.of(
                                new Block.Heading("Ratios"),
                                new Block.Table(
                                        List.of(
                                                "load",
                                                "of",
                                                "in terms of",
                                                "",
                                                "ratio",
                                                "95 % interval",
                                                "blocks",
                                                "finding"),
                                        comparisons.stream().map(Ratios::row).toList())),
                        results.loads().stream().flatMap(load -> plot(load, comparisons)))
                .toList();
    }

    private static List<Cell> row(Comparison comparison) {
        Ratio ratio = comparison.ratio();
        Double value = comparison.value();
        return List.of(
                Cell.of(comparison.load()),
                Cell.of(comparison.contender()),
                Cell.of(comparison.baseline()),
                Cell.of(comparison.metric().title()),
                Cell.of(value == null ? "-" : Figures.ratio(value)),
                Cell.of(
                        ratio == null
                                ? "too few blocks"
                                : Figures.ratio(ratio.low()) + " to " + Figures.ratio(ratio.high())),
                Cell.of(Integer.toString(comparison.blocks())),
                finding(comparison));
    }

    /** A colour as in the drawing: only where the whole interval has left the band. */
    private static Cell finding(Comparison comparison) {
        Ratio ratio = comparison.ratio();
        boolean clear = ratio != null && ratio.interval().apartFrom(Finding.BAND);
        return switch (comparison.finding()) {
            case EQUAL -> Cell.of("equal within 5 %");
            case CHEAPER -> new Cell("less", clear ? Cell.Tone.GOOD : Cell.Tone.PLAIN);
            case DEARER -> new Cell("more", clear ? Cell.Tone.BAD : Cell.Tone.PLAIN);
            case NOT_DECIDED -> Cell.of("not decided");
        };
    }

    private static Stream<Block> plot(String load, List<Comparison> comparisons) {
        List<ForestPlot.Row> rows = comparisons.stream()
                .filter(comparison -> comparison.load().equals(load))
                .flatMap(Ratios::plotted)
                .toList();
        return rows.isEmpty()
                ? Stream.empty()
                : Stream.of(new Block.Figure(
                        load
                                + ": ratios with 95 % intervals. The band is 5 % either way; only what lies outside has a colour.",
                        new ForestPlot(load, rows).svg()));
    }

    private static Stream<ForestPlot.Row> plotted(Comparison comparison) {
        Ratio ratio = comparison.ratio();
        String label = "%s / %s, %s"
                .formatted(
                        comparison.contender(),
                        comparison.baseline(),
                        comparison.metric().title());
        return ratio == null
                ? Stream.empty()
                : Stream.of(new ForestPlot.Row(label, ratio.value(), ratio.low(), ratio.high()));
    }
}
