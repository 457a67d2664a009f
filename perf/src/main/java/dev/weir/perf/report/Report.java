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
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Renders the report of a comparison of servers: {@code report.md} and {@code report.html} in the run's folder. */
public final class Report {
    private static final String NAME = "report";
    private static final int MOST_TOLD = 3;
    private static final String FIGURES = "In plots of ratios, the band marks 5 % in both directions. Only an interval"
            + " outside of it is coloured. Ratios that are not decided are folded away.";
    private static final List<String> RATIO_COLUMNS =
            List.of("load", "contender", "baseline", "metric", "ratio", "95 % interval", "blocks", "finding");

    public static Path write(Path folder, Results results) throws IOException {
        return document(results).write(folder, NAME);
    }

    public static List<String> differences(Path folder, Results results) throws IOException {
        return document(results).differences(folder, NAME);
    }

    /** Says first what was found, then what was predicted, and then shows it. All else is folded away. */
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
            document.heading("In figures").paragraph(FIGURES).drawings(drawings);
        }
        ratios(document, "Decided ratios", results, one -> one.finding() != Finding.NOT_DECIDED);
        ratios(document, "Not decided", results, one -> one.finding() == Finding.NOT_DECIDED);
        Predicted.addTargets(document, results);
        RunSections.add(document, results);
        return document;
    }

    private static void warnings(Document document, Results results, List<Trial> all) {
        List<Trial> invalid = all.stream().filter(trial -> !trial.valid()).toList();
        if (!invalid.isEmpty()) {
            document.warning("%d of %d trials %s invalid and count%s for nothing: %s."
                    .formatted(
                            invalid.size(),
                            all.size(),
                            invalid.size() == 1 ? "is" : "are",
                            invalid.size() == 1 ? "s" : "",
                            some(invalid.stream()
                                    .map(trial -> "`%s` (%s)"
                                            .formatted(
                                                    trial.planned().contender(),
                                                    trial.faults().getFirst().replaceAll("\\R", " ")))
                                    .toList())));
        }
        List<String> missed = results.controls().stream()
                .filter(control -> !control.met())
                .map(control -> control.what() + ": " + control.found())
                .toList();
        if (!missed.isEmpty()) {
            document.warning("%d of %d controls missed their known answer: %s."
                    .formatted(missed.size(), results.controls().size(), some(missed)));
        }
        if (!results.environment().pinned()) {
            document.warning("Nothing was pinned, so servers and load generator shared the cores.");
        }
    }

    private static String some(List<String> texts) {
        String more = texts.size() > MOST_TOLD ? ", and %d more".formatted(texts.size() - MOST_TOLD) : "";
        return String.join(", ", texts.subList(0, Math.min(MOST_TOLD, texts.size()))) + more;
    }

    private static void ratios(Document document, String heading, Results results, Predicate<Comparison> which) {
        List<Comparison> found = results.comparisons().stream().filter(which).toList();
        if (!found.isEmpty()) {
            String count = "%d of %d ratios"
                    .formatted(found.size(), results.comparisons().size());
            document.folded(
                    heading,
                    count,
                    inside -> inside.table(RATIO_COLUMNS, found, Report::row).drawings(plots(found)));
        }
    }

    private static List<Svg.Drawing> plots(List<Comparison> all) {
        return all.stream()
                .collect(Collectors.groupingBy(Comparison::metric, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .flatMap(metric -> Overview.ratios(metric.getKey().title(), metric.getValue()).stream())
                .toList();
    }

    static String where(Environment environment) {
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
}
