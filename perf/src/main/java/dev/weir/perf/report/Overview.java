package dev.weir.perf.report;

import dev.weir.perf.report.Svg.Drawing;
import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import dev.weir.perf.result.Requirement.Sense;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws the main figures of a scenario: bars of the figure that answers its question, and ratios of its cost. */
record Overview(Results results, List<LoadFigures> loads) {
    private static final Map<String, Metric> MAIN = Map.of(
            "S1", Metric.WAIT_MEAN,
            "S2", Metric.THROUGHPUT,
            "capacity", Metric.THROUGHPUT,
            "S3", Metric.PROCESS,
            "memory", Metric.PROCESS);

    static List<Drawing> of(Results results) {
        Map<String, List<LoadFigures>> byScenario = LoadFigures.plain(results).stream()
                .filter(figures -> !figures.valid().isEmpty())
                .collect(Collectors.groupingBy(LoadFigures::scenario, LinkedHashMap::new, Collectors.toList()));
        return byScenario.values().stream()
                .flatMap(loads -> new Overview(results, loads).drawings())
                .toList();
    }

    private Stream<Drawing> drawings() {
        Metric main = MAIN.getOrDefault(loads.getFirst().scenario(), Metric.CPU);
        Metric cost = main == Metric.PROCESS ? main : Metric.CPU;
        List<Drawing> ratios = ratios(
                loads.getFirst().title(cost),
                loads.stream()
                        .flatMap(figures -> CostAnswer.comparisons(results, figures.load(), cost).stream())
                        .filter(comparison -> comparison.finding() != Finding.NOT_DECIDED)
                        .toList());
        return Stream.concat(main == cost && !ratios.isEmpty() ? Stream.empty() : bars(main), ratios.stream());
    }

    /** Draws those comparisons in one metric that have an interval, a plot for each load. */
    static List<Drawing> ratios(String title, List<Comparison> all) {
        List<String> baselines =
                all.stream().map(Comparison::baseline).distinct().toList();
        boolean same = baselines.size() == 1;
        Map<String, List<ForestPlot.Row>> byLoad = new LinkedHashMap<>();
        all.forEach(one -> Stream.ofNullable(one.ratio())
                .map(ratio ->
                        new ForestPlot.Row(same ? one.contender() : one.contender() + " / " + one.baseline(), ratio))
                .forEach(row -> byLoad.computeIfAbsent(one.load(), _ -> new ArrayList<>())
                        .add(row)));
        Ratio.Interval shown = ForestPlot.showing(
                byLoad.values().stream().flatMap(Collection::stream).toList());
        return byLoad.entrySet().stream()
                .map(load -> new Drawing(
                        "**%s:** %s, ratio%s with 95 %% interval"
                                .formatted(load.getKey(), title, same ? " to `" + baselines.getFirst() + "`" : ""),
                        new ForestPlot(
                                        load.getKey() + ", " + title,
                                        same ? "ratio to " + baselines.getFirst() : "ratio",
                                        shown,
                                        load.getValue())
                                .svg()))
                .toList();
    }

    private Stream<Drawing> bars(Metric metric) {
        Map<LoadFigures, List<Bars.Bar>> byLoad = new LinkedHashMap<>();
        loads.stream()
                .filter(figures -> !figures.medians(metric).isEmpty())
                .forEach(figures -> byLoad.put(
                        figures,
                        figures.medians(metric).keySet().stream()
                                .sorted(Palette.ORDER)
                                .map(contender -> bar(figures, contender, metric))
                                .toList()));
        double most = byLoad.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Bars.Bar::end)
                .max()
                .orElse(0);
        return byLoad.entrySet().stream().map(load -> {
            String title = load.getKey().title(metric);
            return new Drawing(
                    "**%s:** %s, %s".formatted(load.getKey().load(), title, meaning(load.getValue())),
                    new Bars(title, metric.unit(), most, load.getValue()).svg());
        });
    }

    private static String meaning(List<Bars.Bar> bars) {
        return (bars.stream().anyMatch(bar -> bar.most() > bar.least())
                        ? "median of the trials, their range (thin line)"
                        : "one trial each")
                + (bars.stream().anyMatch(bar -> bar.predicted().isPresent()) ? ", and prediction (mark)" : "");
    }

    private static Bars.Bar bar(LoadFigures figures, String contender, Metric metric) {
        List<Trial> trials = figures.valid().getOrDefault(contender, List.of());
        DoubleSummaryStatistics range = trials.stream()
                .flatMap(trial -> trial.figure(metric))
                .mapToDouble(figure -> figure)
                .summaryStatistics();
        OptionalDouble predicted = figures.requirements(contender, metric)
                .filter(requirement -> requirement.sense() == Sense.PREDICTED)
                .mapToDouble(Requirement::target)
                .average();
        return new Bars.Bar(
                contender, LoadFigures.median(trials, metric).orElse(0.0), range.getMin(), range.getMax(), predicted);
    }
}
