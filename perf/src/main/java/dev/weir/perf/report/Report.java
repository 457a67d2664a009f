package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Renders the report of a comparison of servers: {@code report.md} and {@code report.html} in the run's folder. */
public final class Report {
    private static final String NAME = "report";
    private static final int MOST_TOLD = 3;
    private static final String FIGURES =
            "Thin lines are ranges of trials, or 95 % intervals of ratios. Thick marks are"
                    + " predictions. The band of a ratio is 5 %, and only an interval outside of it is coloured.";
    private static final List<String> RATIO_COLUMNS =
            List.of("load", "contender", "baseline", "metric", "ratio", "95 % interval", "blocks", "finding");

    public static Path write(Path folder, Results results) throws IOException {
        return document(results).write(folder, NAME);
    }

    public static List<String> differences(Path folder, Results results) throws IOException {
        return document(results).differences(folder, NAME);
    }

    /** Builds the report. Answers to the scenarios' questions come first. The details are in collapsed sections. */
    static Document document(Results results) {
        List<Trial> all = results.unspoilt().toList();
        long valid = all.stream().filter(Trial::valid).count();
        Document document = new Document(results.plan().title())
                .paragraph("Measured %s on %s, commit `%s`. Valid trials: %d of %d."
                        .formatted(
                                results.environment().date(),
                                results.environment().host().getOrDefault("cpu", "unknown processor"),
                                results.environment().commit().replaceFirst("^([0-9a-f]{10})[0-9a-f]+", "$1"),
                                valid,
                                all.size()));
        warnings(document, results, all);
        document.heading("Answers").answers(Answers.of(results));
        Predicted.add(document, results);
        List<Svg.Drawing> drawings = Overview.of(results);
        if (!drawings.isEmpty()) {
            document.heading("Charts").paragraph(FIGURES).drawings(drawings);
        }
        ratios(document, results.comparisons());
        RunSections.add(document, results);
        return document;
    }

    private static void warnings(Document document, Results results, List<Trial> all) {
        List<String> invalid = all.stream()
                .filter(trial -> !trial.valid())
                .map(trial -> "`%s` (%s)"
                        .formatted(trial.planned().contender(), trial.faults().getFirst()))
                .toList();
        List<String> missed = results.controls().stream()
                .filter(control -> !control.met())
                .map(control -> control.what() + ": " + control.found())
                .toList();
        warn(document, "%d of %d trials invalid and not counted".formatted(invalid.size(), all.size()), invalid);
        warn(
                document,
                "%d of %d controls missed their known answer"
                        .formatted(missed.size(), results.controls().size()),
                missed);
        if (!results.environment().pinned()) {
            document.warning("Nothing was pinned, so servers and load generator shared the cores.");
        }
    }

    private static void warn(Document document, String what, List<String> which) {
        if (!which.isEmpty()) {
            String some = which.stream().limit(MOST_TOLD).collect(Collectors.joining(", "));
            document.warning(what + ": " + some + (which.size() > MOST_TOLD ? ", and others." : "."));
        }
    }

    private static void ratios(Document document, List<Comparison> all) {
        List<Comparison> decidedFirst = all.stream()
                .sorted(Comparator.comparing(one -> one.finding() == Finding.NOT_DECIDED))
                .toList();
        long decided =
                all.stream().filter(one -> one.finding() != Finding.NOT_DECIDED).count();
        if (!all.isEmpty()) {
            document.folded(
                    "Ratios",
                    "%d decided, %d not decided".formatted(decided, all.size() - decided),
                    inside -> inside.table(RATIO_COLUMNS, decidedFirst, Report::row));
        }
    }

    /** Returns a sentence that tells the date, machine, Java version and commit of a measurement. */
    public static String where(Environment environment) {
        return "Measured %s on %s with %s, commit `%s`."
                .formatted(
                        environment.date(),
                        environment.host().getOrDefault("cpu", "unknown processor"),
                        environment.java(),
                        environment.commit());
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
                        ? Sentences.lacking(comparison)
                        : Numbers.ratio(ratio.low()) + " to " + Numbers.ratio(ratio.high()),
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
}
