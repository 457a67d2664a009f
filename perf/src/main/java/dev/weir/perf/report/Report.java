package dev.weir.perf.report;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Results;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Says what a run found for a reader: a page that works offline, and the same as Markdown. */
public final class Report {
    private Report() {}

    /**
     * Writes both into {@code directory}.
     *
     * @param name of the two files, without an extension
     * @return the page
     */
    public static Path write(Path directory, String name, Results results) throws IOException {
        for (Map.Entry<String, String> page : pages(name, results).entrySet()) {
            Files.writeString(directory.resolve(page.getKey()), page.getValue());
        }
        return directory.resolve(name + ".html");
    }

    /** Both, by the names of their files. */
    public static Map<String, String> pages(String name, Results results) {
        String title = results.plan().title();
        List<Block> blocks = blocks(results);
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put(name + ".md", Html.Markdown.write(title, blocks));
        pages.put(name + ".html", Html.write(title, blocks));
        return pages;
    }

    private static List<Block> summary(Results results) {
        Environment environment = results.environment();
        String where = "%s, %s, %s, commit `%s`. Trials that count: %d of %d."
                .formatted(
                        environment.date(),
                        environment.host().getOrDefault("cpu", "unknown processor"),
                        environment.java(),
                        environment.commit(),
                        results.trials().stream().filter(trial -> trial.valid()).count(),
                        results.trials().size());
        return List.of(new Block.Paragraph(where));
    }

    private static List<Block> controls(Results results) {
        return results.controls().isEmpty()
                ? List.of()
                : List.of(
                        new Block.Heading("Controls: what is known beforehand"),
                        new Block.Table(
                                List.of("control", "found", ""),
                                results.controls().stream()
                                        .map(control -> Block.Cell.row(
                                                Block.Cell.judged(control.met() ? "met" : "missed", control.met()),
                                                control.what(),
                                                control.found()))
                                        .toList()));
    }

    private static List<Block> blocks(Results results) {
        return Stream.of(
                        summary(results),
                        controls(results),
                        Ratios.of(results),
                        results.loads().stream()
                                .flatMap(load -> LoadSections.of(results, load).stream())
                                .toList(),
                        Charts.costAgainstSmoothness(results),
                        Charts.runOrder(results),
                        RunSections.of(results))
                .flatMap(List::stream)
                .toList();
    }

    /** The answer first: each question's ratio with its interval, and what it means. */
    static final class Ratios {
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
                                            comparisons.stream()
                                                    .map(Ratios::row)
                                                    .toList())),
                            results.loads().stream().flatMap(load -> plot(load, comparisons)))
                    .toList();
        }

        private static List<Block.Cell> row(Comparison comparison) {
            Ratio ratio = comparison.ratio();
            Double value = comparison.value();
            return Block.Cell.row(
                    finding(comparison),
                    comparison.load(),
                    comparison.contender(),
                    comparison.baseline(),
                    comparison.metric().title(),
                    value == null ? "-" : Figures.ratio(value),
                    ratio == null
                            ? "too few blocks"
                            : Figures.ratio(ratio.low()) + " to " + Figures.ratio(ratio.high()),
                    Integer.toString(comparison.blocks()));
        }

        /** A colour as in the drawing: only where the whole interval has left the band. */
        private static Block.Cell finding(Comparison comparison) {
            Ratio ratio = comparison.ratio();
            boolean clear = ratio != null && ratio.interval().apartFrom(Finding.BAND);
            return switch (comparison.finding()) {
                case EQUAL -> Block.Cell.of("equal within 5 %");
                case CHEAPER -> new Block.Cell("less", clear ? Block.Cell.Tone.GOOD : Block.Cell.Tone.PLAIN);
                case DEARER -> new Block.Cell("more", clear ? Block.Cell.Tone.BAD : Block.Cell.Tone.PLAIN);
                case NOT_DECIDED -> Block.Cell.of("not decided");
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
                                    + ": ratios with 95 % intervals. The band is 5 % either way; only what lies outside"
                                    + " has a colour.",
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
}
