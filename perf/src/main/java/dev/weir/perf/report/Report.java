package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.report.Document.Drawing;
import dev.weir.perf.report.Document.Heading;
import dev.weir.perf.report.Document.Paragraph;
import dev.weir.perf.report.Document.Part;
import dev.weir.perf.report.Document.Table;
import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Controls;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Renders the report of a comparison: {@code report.md} and {@code report.html} in the folder of the run. */
public final class Report {
    private static final String NAME = "report";

    public static Path write(Path folder, Results results) throws IOException {
        return document(results).write(folder, NAME);
    }

    public static List<String> differences(Path folder, Results results) throws IOException {
        return document(results).differences(folder, NAME);
    }

    static Document document(Results results) {
        List<Part> parts = new ArrayList<>();
        long valid = results.trials().stream().filter(Trial::valid).count();
        parts.add(new Paragraph("%s Valid trials: %d of %d."
                .formatted(where(results.environment()), valid, results.trials().size())));
        if (!results.controls().isEmpty()) {
            parts.add(new Heading("Controls with known answers"));
            parts.add(new Table(
                    List.of("control", "found", ""),
                    results.controls().stream().map(Report::row).toList()));
        }
        parts.addAll(Ratios.of(results));
        results.loads().forEach(load -> parts.addAll(LoadSections.of(results, load)));
        parts.addAll(Charts.costAgainstSmoothness(results));
        parts.addAll(Charts.runOrder(results));
        parts.addAll(RunSections.of(results));
        return new Document(results.plan().title(), parts);
    }

    static String where(Environment environment) {
        return "Measured %s on %s with %s, commit `%s`."
                .formatted(
                        environment.date(),
                        environment.host().getOrDefault("cpu", "unknown processor"),
                        environment.java(),
                        environment.commit());
    }

    private static List<Cell> row(Controls.Control control) {
        return Cell.row(Cell.judged(control.met() ? "met" : "missed", control.met()), control.what(), control.found());
    }

    /** Renders the start of the report: a table and forest plots of all ratios between contenders. */
    static final class Ratios {
        private static final List<String> COLUMNS =
                List.of("load", "contender", "baseline", "metric", "ratio", "95 % interval", "blocks", "finding");

        static List<Part> of(Results results) {
            List<Comparison> comparisons = results.comparisons();
            if (comparisons.isEmpty()) {
                return List.of();
            }
            List<Part> parts = new ArrayList<>(List.of(
                    new Heading("Contender / baseline"),
                    new Table(COLUMNS, comparisons.stream().map(Ratios::row).toList())));
            for (String load : results.loads()) {
                List<ForestPlot.Row> rows = comparisons.stream()
                        .filter(comparison -> comparison.load().equals(load) && comparison.ratio() != null)
                        .map(Ratios::plotted)
                        .toList();
                if (!rows.isEmpty()) {
                    String caption =
                            load + ": ratios with 95 % intervals. The band marks 5 % in both directions. Only an"
                                    + " interval outside of it is coloured.";
                    parts.add(new Drawing(caption, new ForestPlot(load, rows).svg()));
                }
            }
            return parts;
        }

        private static List<Cell> row(Comparison comparison) {
            Ratio ratio = comparison.ratio();
            Double value = comparison.value();
            return Cell.row(
                    finding(comparison),
                    comparison.load(),
                    comparison.contender(),
                    comparison.baseline(),
                    comparison.metric().title(),
                    value == null ? "-" : Numbers.ratio(value),
                    ratio == null
                            ? "too few blocks"
                            : Numbers.ratio(ratio.low()) + " to " + Numbers.ratio(ratio.high()),
                    Integer.toString(comparison.blocks()));
        }

        /** Returns the finding. It has a colour only if the whole interval lies outside the range of equal ratios. */
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

        private static ForestPlot.Row plotted(Comparison comparison) {
            Ratio ratio = Objects.requireNonNull(comparison.ratio());
            String label = "%s / %s, %s"
                    .formatted(
                            comparison.contender(),
                            comparison.baseline(),
                            comparison.metric().title());
            return new ForestPlot.Row(label, ratio.value(), ratio.low(), ratio.high());
        }
    }
}
