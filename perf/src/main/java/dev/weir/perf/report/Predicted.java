package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import dev.weir.perf.result.Requirement.Sense;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.server.Calibration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Renders what was predicted beside what was measured, and all targets. */
final class Predicted {
    private static final List<String> TARGETS = List.of("load", "server", "figure", "target", "measured", "", "rule");

    /** The same requirement of one server in all its valid trials. */
    private record Row(LoadFigures figures, String contender, List<Requirement> trials) {
        private Requirement first() {
            return trials.getFirst();
        }

        /** Returns whether the target comes from a model and not from a rule. A wait has an upper bound. */
        private boolean isPrediction() {
            return first().metric() == Metric.WAIT_MEAN
                    || (first().sense() == Sense.PREDICTED && first().metric() != Metric.RATE);
        }

        private boolean met() {
            return trials.stream().allMatch(Requirement::met);
        }

        private double median(ToDoubleFunction<Requirement> of) {
            return Calibration.median(trials.stream().mapToDouble(of).boxed().toList());
        }

        private String figure() {
            return figures.title(first().metric());
        }

        private String target() {
            String text = text(median(Requirement::target));
            return switch (first().sense()) {
                case PREDICTED -> text;
                case AT_MOST -> "≤ " + text;
                case AT_LEAST -> "≥ " + text;
            };
        }

        /** Returns the median, or the worst figure if one of the trials misses its target. */
        private double measured() {
            return met()
                    ? median(Requirement::reached)
                    : trials.stream()
                            .filter(trial -> !trial.met())
                            .max(Comparator.comparingDouble(trial -> Math.abs(trial.reached() - trial.target())))
                            .map(Requirement::reached)
                            .orElseThrow();
        }

        private String text(double figure) {
            return Numbers.in(first().metric()).apply(figure);
        }

        private Cell verdict(String text) {
            long missed = trials.stream().filter(trial -> !trial.met()).count();
            return Cell.judged(
                    met()
                            ? text
                            : "%s MISSED in %d of %d"
                                    .formatted(text, missed, trials.size())
                                    .strip(),
                    met());
        }

        /** Returns "predicted → measured, difference". */
        private Cell beside() {
            double target = median(Requirement::target);
            double percent = Math.round((measured() / target - 1) * 1000) / 10.0;
            String text = target() + " → " + text(measured())
                    + (first().sense() == Sense.PREDICTED ? ", %+.1f %%".formatted(percent) : "");
            return met() ? Cell.of(text + " ✓") : verdict(text);
        }

        private List<Cell> cells() {
            return List.of(
                    Cell.of(figures.load()),
                    Cell.of("`" + contender + "`"),
                    Cell.of(figure()),
                    Cell.of(target()),
                    Cell.of(text(measured())),
                    verdict(""),
                    Cell.of(first().rule()));
        }
    }

    /** Adds the predictions, and each target that a server misses. */
    static void add(Document document, Results results) {
        List<Row> rows = rows(results);
        Map<String, List<Row>> predicted = rows.stream()
                .filter(Row::isPrediction)
                .collect(Collectors.groupingBy(row -> row.figures.scenario(), LinkedHashMap::new, Collectors.toList()));
        if (!predicted.isEmpty()) {
            document.heading("Predicted beside measured")
                    .paragraph(
                            "Each cell shows: predicted → measured, as the median of the valid trials or the worst miss.");
            predicted.values().forEach(ofScenario -> predictions(document, ofScenario));
        }
        List<Row> missed =
                rows.stream().filter(row -> !row.isPrediction() && !row.met()).toList();
        if (!missed.isEmpty()) {
            document.heading("Missed targets").table(TARGETS, missed, Row::cells);
        }
    }

    private static void predictions(Document document, List<Row> rows) {
        Set<String> figures = new LinkedHashSet<>();
        Map<List<String>, Map<String, Row>> byServer = new LinkedHashMap<>();
        for (Row row : rows) {
            figures.add(row.figure());
            byServer.computeIfAbsent(List.of(row.figures.load(), "`" + row.contender + "`"), _ -> new LinkedHashMap<>())
                    .put(row.figure(), row);
        }
        boolean one = rows.stream().map(row -> row.figures.load()).distinct().count() == 1;
        List<String> columns = new ArrayList<>(one ? List.of("server") : List.of("load", "server"));
        columns.addAll(figures);
        columns.add("predicted by");
        document.table(columns, byServer.entrySet(), server -> {
            List<Cell> cells = new ArrayList<>(
                    server.getKey().stream().skip(one ? 1 : 0).map(Cell::of).toList());
            figures.forEach(figure -> {
                Row row = server.getValue().get(figure);
                cells.add(row == null ? Cell.of("") : row.beside());
            });
            cells.add(
                    Cell.of(server.getValue().values().iterator().next().first().rule()));
            return cells;
        });
    }

    static void addTargets(Document document, Results results) {
        List<Row> rows = rows(results);
        if (!rows.isEmpty()) {
            document.folded(
                    "Targets",
                    "%d of %d met".formatted(rows.stream().filter(Row::met).count(), rows.size()),
                    inside -> inside.table(TARGETS, rows, Row::cells));
        }
    }

    private static List<Row> rows(Results results) {
        List<Row> rows = new ArrayList<>();
        for (LoadFigures figures : LoadFigures.plain(results)) {
            figures.valid()
                    .forEach((contender, trials) -> trials.stream()
                            .map(Trial::requirements)
                            .flatMap(List::stream)
                            .collect(Collectors.groupingBy(
                                    one -> one.rule() + "|" + one.metric(), LinkedHashMap::new, Collectors.toList()))
                            .values()
                            .forEach(same -> rows.add(new Row(figures, contender, same))));
        }
        return rows;
    }
}
