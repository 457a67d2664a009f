package dev.weir.perf.report;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import dev.weir.perf.report.RowPlot.Row;
import dev.weir.perf.report.Svg.Drawing;
import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.stream.Stream;

/** Draws a scenario's main charts. They show the metric that answers its question, and ratios of CPU or memory. */
record Overview(Results results, List<LoadFigures> loads) {
    static List<Drawing> of(Results results) {
        List<LoadFigures> all = LoadFigures.compared(results).stream()
                .filter(figures -> !figures.valid().isEmpty())
                .toList();
        return Multimaps.asMap(Multimaps.index(all, LoadFigures::scenario)).values().stream()
                .flatMap(loads -> new Overview(results, loads).drawings())
                .toList();
    }

    private Stream<Drawing> drawings() {
        Metric drawn = new Answers(results, loads.getFirst()).answer().drawn();
        Metric cost = drawn == Metric.PROCESS ? drawn : Metric.CPU;
        List<Drawing> ratios = ratios(cost);
        return Stream.of(drawn == cost && !ratios.isEmpty() ? List.<Drawing>of() : bars(drawn), ratios)
                .flatMap(List::stream);
    }

    /** Draws, for each load, the ratios of servers' figures to a baseline's. Leaves out inconclusive ratios. */
    private List<Drawing> ratios(Metric metric) {
        List<Comparison> all = loads.stream()
                .flatMap(figures -> Sentences.comparisons(results, figures.load(), metric).stream())
                .filter(one -> one.finding() != Finding.NOT_DECIDED)
                .toList();
        boolean same = all.stream().map(Comparison::baseline).distinct().count() == 1;
        ListMultimap<String, Row> rows =
                MultimapBuilder.linkedHashKeys().arrayListValues().build();
        for (Comparison one : all) {
            Ratio ratio = one.ratio();
            if (ratio != null) {
                String label = same ? one.contender() : one.contender() + " / " + one.baseline();
                rows.put(one.load(), Row.of(label, ratio));
            }
        }
        String axis = same ? "ratio to " + all.getFirst().baseline() : "ratio";
        return drawings(rows, loads.getFirst().title(metric) + ", " + axis, axis + " (logarithmic)", true);
    }

    /** Draws, for each load, a bar chart of the servers' medians. */
    private List<Drawing> bars(Metric metric) {
        ListMultimap<String, Row> rows =
                MultimapBuilder.linkedHashKeys().arrayListValues().build();
        for (LoadFigures figures : loads) {
            figures.valid()
                    .forEach((contender, trials) -> LoadFigures.median(trials, metric)
                            .ifPresent(median -> {
                                List<Double> each = figures.figures(contender, metric);
                                double predicted = figures.predicted(contender, metric);
                                rows.put(figures.load(), Row.of(contender, metric.unit(), median, each, predicted));
                            }));
        }
        String title = loads.getFirst().title(metric);
        return drawings(rows, title, title + Numbers.AxisUnit.of(metric.unit()).name(), false);
    }

    private static List<Drawing> drawings(ListMultimap<String, Row> rows, String title, String axis, boolean ratios) {
        double least = rows.values().stream().mapToDouble(Row::low).reduce(0.8, Math::min);
        double most = rows.values().stream().mapToDouble(Row::end).reduce(ratios ? 1.25 : 1e-9, Math::max);
        Svg.Scale scale = RowPlot.scale(ratios ? least / 1.02 : 0, ratios ? most * 1.02 : most, ratios);
        return Multimaps.asMap(rows).entrySet().stream()
                .map(load -> new Drawing(
                        "**%s:** %s".formatted(load.getKey(), title),
                        new RowPlot(load.getKey() + ", " + title, axis, scale, load.getValue()).svg()))
                .toList();
    }
}
