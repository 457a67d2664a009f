package dev.weir.perf.report;

import com.google.common.base.Splitter;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Controls;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fills the tables of a Markdown document with the results of runs. Each table stands between two comments. The first
 * comment names the folder of a run, and the heading and content of each column:
 *
 * <pre>{@code
 * <!-- table docs/results/s1; model = contender; response = response mean; predicted = target of response mean -->
 * <!-- end of table -->
 * }</pre>
 *
 * <p>Each row shows one server under one load of the run. {@code only = TEXT} keeps the loads whose names contain
 * TEXT. The title of a {@link Metric} shows the median of the valid trials. {@code target of METRIC} shows the median
 * of the metric's targets. {@code METRIC / baseline} shows the ratio to the baseline, and its confidence interval. A
 * column can also show the {@code contender} (the server's name), the {@code load}, or the number of {@code valid
 * trials}. If a column shows the {@code control}, each row shows one of the run's {@link Controls}. Other columns can
 * show what was {@code found}, and the {@code verdict}: whether this is what should be found.
 *
 * <p>The first comment can also name the JSON file of a {@link CheckReport}. Then {@code part} selects a part of the
 * report, and each other {@code HEADING = CHECK} becomes a row with a column for each server. A cell shows the figure
 * and its target. {@code columns = X | Y} sets other columns for a part with one server; each row then names a check
 * for each. If checks have the same name, {@code EARLIER > CHECK} means the first CHECK after EARLIER.
 *
 * <p>Or it names a {@code .tsv} file, the output of a script in {@code docs/experiments}. Then each {@code HEADING =
 * COLUMN} shows a column of this file.
 */
public final class Tables {
    private static final String END = "<!-- end of table -->";
    private static final Pattern BEGIN = Pattern.compile("<!-- table\\b");
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- table ([^;\\s]+);(.*?)-->\\n).*?" + Pattern.quote(END), Pattern.DOTALL);
    private static final Splitter.MapSplitter COLUMNS = Splitter.on(Pattern.compile(";\\s+"))
            .withKeyValueSeparator(Splitter.on(" = ").limit(2));
    private static final String TARGET = "target of ";
    private static final String RATIO = " / baseline";

    private final Path root;

    /** Fills tables from runs below {@code root}, the folder of the project. */
    public Tables(Path root) {
        this.root = root;
    }

    /** Returns the text of a document with its tables filled. Throws if a run, a load or a metric does not exist. */
    public String filled(Path document) throws IOException {
        String text = Files.readString(document);
        StringBuilder filled = new StringBuilder();
        int end = 0;
        List<MatchResult> blocks = BLOCK.matcher(text).results().toList();
        if (BEGIN.matcher(text).results().count() != blocks.size()) {
            throw new IOException(document + " has a table without its figures, or without its end");
        }
        for (MatchResult block : blocks) {
            try {
                filled.append(text, end, block.start())
                        .append(block.group(1))
                        .append(table(document, block.group(2), block.group(3)))
                        .append('\n')
                        .append(END);
            } catch (IllegalArgumentException e) {
                throw new IOException("%s, table %s: %s".formatted(document, block.group(2), e.getMessage()), e);
            }
            end = block.end();
        }
        return filled.append(text, end, text.length()).toString();
    }

    private String table(Path document, String folder, String spec) throws IOException {
        Map<String, String> columns = new LinkedHashMap<>(COLUMNS.split(spec.strip()));
        if (folder.endsWith(".json")) {
            return CheckTables.table(root.resolve(folder), columns, link(document, folder.replaceFirst("json$", "md")));
        }
        if (folder.endsWith(".tsv")) {
            return ExperimentTables.table(root.resolve(folder), columns, link(document, folder));
        }
        Results results = Archive.of(root.resolve(folder)).results();
        Stream<Stream<String>> rows =
                columns.containsValue("control") ? controls(results, columns) : servers(results, columns);
        List<String> lines = rows.map(Document::line).toList();
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("no valid trial of such a load, or no control");
        }
        String head = Document.line(columns.keySet().stream());
        String rule = Document.line(columns.keySet().stream().map(_ -> "---"));
        return "%s\n%s\n%s\n\n%s".formatted(head, rule, String.join("\n", lines), origin(document, folder, results));
    }

    private static Stream<Stream<String>> servers(Results results, Map<String, String> columns) {
        String only = Optional.ofNullable(columns.remove("only")).orElse("");
        return LoadFigures.compared(results).stream()
                .filter(figures -> figures.load().contains(only))
                .flatMap(figures -> figures.valid().keySet().stream()
                        .map(contender ->
                                columns.values().stream().map(figure -> cell(results, figures, contender, figure))));
    }

    private static Stream<Stream<String>> controls(Results results, Map<String, String> columns) {
        return results.controls().stream()
                .map(control -> columns.values().stream().map(figure -> cell(control, figure)));
    }

    private static String cell(Controls.Control control, String figure) {
        return switch (figure) {
            case "control" -> control.what();
            case "found" -> control.found();
            case "verdict" -> control.met() ? "met" : "**missed**";
            default -> throw new IllegalArgumentException("a control has no '" + figure + "'");
        };
    }

    private static String cell(Results results, LoadFigures figures, String contender, String figure) {
        if (figure.startsWith(TARGET)) {
            Metric metric = metric(figure.substring(TARGET.length()));
            return figures.target(contender, metric)
                    .map(Numbers.in(metric)::apply)
                    .orElse("");
        }
        if (figure.endsWith(RATIO)) {
            Metric metric = metric(figure.substring(0, figure.length() - RATIO.length()));
            return Sentences.comparisons(results, figures.load(), metric).stream()
                    .filter(one -> one.contender().equals(contender))
                    .findFirst()
                    .map(Tables::ratio)
                    .orElse(results.plan().baselines().containsValue(contender) ? "1" : "");
        }
        return switch (figure) {
            case "contender" -> "`" + contender + "`";
            case "load" -> figures.load();
            case "valid trials" ->
                figures.valid().getOrDefault(contender, List.of()).size() + " of "
                        + figures.all().stream()
                                .filter(trial -> trial.planned().contender().equals(contender))
                                .count();
            default ->
                Optional.ofNullable(figures.medians(metric(figure)).get(contender))
                        .map(median -> Numbers.of(metric(figure).unit(), median))
                        .orElse("");
        };
    }

    private static String ratio(Comparison comparison) {
        Ratio interval = comparison.ratio();
        String value = comparison.value() == null ? "" : "%.2f".formatted(comparison.value());
        return interval == null ? value : "%s (%.2f to %.2f)".formatted(value, interval.low(), interval.high());
    }

    private static Metric metric(String title) {
        return Stream.of(Metric.values())
                .filter(metric -> metric.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no figure '" + title + "'"));
    }

    /** Returns the paragraph below a table: the command, machine and commit of its run, and a link to its report. */
    private String origin(Path document, String folder, Results results) {
        List<Controls.Control> controls = results.controls();
        long warming = results.unspoilt().filter(Trial::warmingUp).count();
        long missed = controls.stream().filter(control -> !control.met()).count();
        List<String> targets = LoadFigures.compared(results).stream()
                .flatMap(LoadFigures::missed)
                .distinct()
                .toList();
        return "`%s`, %.10s, commit %.7s, %d of %d trials valid%s%s ([report](%s)).%s"
                .formatted(
                        results.plan().command(),
                        results.environment().date(),
                        results.environment().commit(),
                        results.unspoilt().filter(Trial::valid).count(),
                        results.unspoilt().count(),
                        warming == 0 ? "" : ", %d still warming up".formatted(warming),
                        missed == 0 ? "" : ", %d of %d controls missed".formatted(missed, controls.size()),
                        link(document, folder + "/report.md"),
                        targets.isEmpty() ? "" : " **Missed targets:** %s.".formatted(Words.and(targets)));
    }

    /** Returns the address of a file of the project, relative to the document. */
    private String link(Path document, String file) {
        Path home = document.toAbsolutePath().resolveSibling("");
        return home.relativize(root.toAbsolutePath().normalize().resolve(file)).toString();
    }
}
