package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Controls;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Renders the report of a comparison of servers: {@code report.md} and {@code report.html} in the run's folder. */
public final class Report {
    private static final String NAME = "report";
    private static final List<String> RATIO_COLUMNS =
            List.of("load", "contender", "baseline", "metric", "ratio", "95 % interval", "blocks", "finding");

    public static Path write(Path folder, Results results) throws IOException {
        return document(results).write(folder, NAME);
    }

    public static List<String> differences(Path folder, Results results) throws IOException {
        return document(results).differences(folder, NAME);
    }

    static Document document(Results results) {
        long valid = results.unspoilt().filter(Trial::valid).count();
        Document document = new Document(results.plan().title())
                .paragraph("%s Valid trials: %d of %d."
                        .formatted(
                                where(results.environment()),
                                valid,
                                results.unspoilt().count()));
        if (!results.controls().isEmpty()) {
            document.heading("Controls with known answers")
                    .table(List.of("control", "found", ""), results.controls(), Report::row);
        }
        if (!results.comparisons().isEmpty()) {
            document.heading("Contender / baseline").table(RATIO_COLUMNS, results.comparisons(), Report::row);
        }
        results.loads().forEach(load -> forestPlot(document, results, load));
        results.loads().forEach(load -> LoadSections.add(document, results, load));
        Charts.costAgainstSmoothness(document, results);
        Charts.runOrder(document, results);
        RunSections.add(document, results);
        return document;
    }

    /** Says when, on which machine, with which Java and from which commit a result was measured. */
    public static String where(Environment environment) {
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
                ratio == null ? "too few blocks" : Numbers.ratio(ratio.low()) + " to " + Numbers.ratio(ratio.high()),
                Integer.toString(comparison.blocks()));
    }

    private static Cell finding(Comparison comparison) {
        return switch (comparison.finding()) {
            case EQUAL -> Cell.of("equal within 5 %");
            case CHEAPER -> new Cell("less", Cell.Tone.GOOD);
            case DEARER -> new Cell("more", Cell.Tone.BAD);
            case NOT_DECIDED -> Cell.of("not decided");
        };
    }

    private static void forestPlot(Document document, Results results, String load) {
        List<ForestPlot.Row> rows = results.comparisons().stream()
                .filter(comparison -> comparison.load().equals(load) && comparison.ratio() != null)
                .map(Report::plotted)
                .toList();
        if (!rows.isEmpty()) {
            document.drawing(
                    load
                            + ": ratios with 95 % intervals. The band marks 5 % in both directions. Only an interval"
                            + " outside of it is coloured.",
                    new ForestPlot(load, rows).svg());
        }
    }

    private static ForestPlot.Row plotted(Comparison comparison) {
        String label = "%s / %s, %s"
                .formatted(
                        comparison.contender(),
                        comparison.baseline(),
                        comparison.metric().title());
        return new ForestPlot.Row(label, Objects.requireNonNull(comparison.ratio()));
    }
}
