package dev.weir.perf.report;

import com.google.common.collect.Multimaps;
import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import dev.weir.perf.result.Requirement.Sense;
import dev.weir.perf.result.Results;
import dev.weir.perf.server.Calibration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the figures of one server under one load beside the predicted or required values. */
record Predicted(LoadFigures figures, String contender) {
    /** Adds tables, one for each scenario. They show all missed requirements and most predictions. */
    static void add(Document document, Results results) {
        List<Predicted> all = LoadFigures.compared(results).stream()
                .flatMap(load -> load.valid().keySet().stream().map(contender -> new Predicted(load, contender)))
                .filter(one -> one.shown().findAny().isPresent())
                .toList();
        if (!all.isEmpty()) {
            document.heading("Predicted beside measured")
                    .paragraph("Each cell shows: target → measured, as the median of the valid trials or the worst"
                            + " miss. Other targets, which all servers meet, are below in \"All figures\".");
        }
        Multimaps.asMap(Multimaps.index(all, one -> one.figures.scenario())).forEach((_, ofScenario) -> {
            Set<Metric> metrics = ofScenario.stream()
                    .flatMap(Predicted::shown)
                    .map(Requirement::metric)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            List<String> columns = new ArrayList<>(List.of("load", "server"));
            metrics.forEach(metric -> columns.add(ofScenario.getFirst().figures.title(metric)));
            columns.add("rule");
            document.table(columns, ofScenario, one -> one.cells(metrics));
        });
    }

    private List<Cell> cells(Set<Metric> metrics) {
        String rules = figures.requirements(contender)
                .filter(one -> metrics.contains(one.metric()))
                .map(Requirement::rule)
                .distinct()
                .collect(Collectors.joining("; "));
        return Stream.of(
                        Stream.of(Cell.of(figures.load()), Cell.of("`" + contender + "`")),
                        metrics.stream().map(this::cell),
                        Stream.of(Cell.of(rules)))
                .flatMap(cells -> cells)
                .toList();
    }

    private Stream<Requirement> shown() {
        return figures.requirements(contender)
                .filter(one -> !one.met()
                        || one.metric() == Metric.WAIT_MEAN
                        || one.sense() == Sense.FIXED
                        || (one.sense() == Sense.PREDICTED && one.metric() != Metric.RATE));
    }

    /** Shows a metric's median and target, if any. If trials missed the target, shows the worst of these trials. */
    Cell cell(Metric metric) {
        List<Double> measured = figures.figures(contender, metric);
        List<Requirement> all = figures.requirements(contender)
                .filter(one -> one.metric() == metric)
                .sorted(Comparator.comparing(Requirement::met)
                        .thenComparingDouble(one -> -Math.abs(one.reached() - one.target())))
                .toList();
        DoubleFunction<String> format = Numbers.in(metric);
        if (measured.isEmpty() || all.isEmpty()) {
            return Cell.of(measured.isEmpty() ? "-" : format.apply(Calibration.median(measured)));
        }
        Requirement first = all.getFirst();
        double reached = first.met() ? Calibration.median(measured) : first.reached();
        double target = first.met() ? figures.target(contender, metric).orElseThrow() : first.target();
        String text = switch (first.sense()) {
            case PREDICTED ->
                "%s → %s, %+.1f %%"
                        .formatted(
                                format.apply(target),
                                format.apply(reached),
                                target == 0 ? 0 : Math.round((reached / target - 1) * 1000) / 10.0);
            case AT_MOST -> "≤ %s → %s".formatted(format.apply(target), format.apply(reached));
            case AT_LEAST -> "≥ %s → %s".formatted(format.apply(target), format.apply(reached));
            case FIXED ->
                "%s predicted, %s measured: fixed by the publisher"
                        .formatted(format.apply(target), format.apply(reached));
        };
        long missed = all.stream().filter(one -> !one.met()).count();
        return first.met()
                ? Cell.of(first.sense() == Sense.FIXED ? text : text + " ✓")
                : Cell.judged("%s MISSED in %d of %d".formatted(text, missed, all.size()), false);
    }
}
