package dev.weir.perf.report;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import dev.weir.perf.report.LineChart.Axis;
import dev.weir.perf.report.Svg.Drawing;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Raw.Series;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.stats.Slope.Point;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Draws the line charts of a report. A chart without data is left out. */
final class Charts {
    private static final double MIB = 1.0 / (1 << 20);
    /** A time below 1 µs is drawn as 1 µs, because a logarithmic axis cannot show zero. */
    private static final double LEAST_SECONDS = 1e-6;

    static Optional<Drawing> percentiles(Results results, String load) {
        ListMultimap<String, Point> points = lines();
        for (Results.Curve curve : results.curves()) {
            if (curve.load().equals(load) && !RunPlan.servesAsControl(curve.contender())) {
                String name = curve.contender() + (curve.tag() == Evidence.Tag.RESPONSE ? "" : LineChart.SERVICE);
                curve.points()
                        .forEach(at -> points.put(
                                name, new Point(Axis.oneIn(at.quantile()), Math.max(LEAST_SECONDS, at.seconds()))));
            }
        }
        return drawing(
                "Response time by percentile",
                ", over all valid trials. A solid line counts from a request's planned start, a dotted line from its sending."
                        + " Percentiles with fewer than 100 samples beyond them are not drawn.",
                Axis.percentiles(),
                new Axis("time, logarithmic", true, Numbers::seconds),
                points);
    }

    static Optional<Drawing> costAgainstSmoothness(Results results) {
        ListMultimap<String, Point> points = lines();
        LoadFigures.compared(results).forEach(figures -> {
            Map<String, Double> cpu = figures.medians(Metric.CPU);
            figures.medians(Metric.GAP_P99)
                    .forEach((contender, gap) ->
                            points.put(contender, new Point(gap, cpu.getOrDefault(contender, Double.NaN))));
        });
        return drawing(
                "Cost against smoothness",
                ": CPU per GiB over the 99th percentile of the gap between arrivals at a client.",
                new Axis("gap p99, logarithmic", true, Numbers::seconds),
                new Axis("CPU per GiB", false, Numbers::seconds),
                points);
    }

    static Optional<Drawing> runOrder(Results results) {
        ListMultimap<String, Point> points = lines();
        LoadFigures.of(results.unspoilt()).forEach(figures -> {
            Map<String, Double> medians = figures.medians(Metric.CPU);
            figures.valid()
                    .forEach((contender, trials) -> trials.stream()
                            .filter(_ -> trials.size() > 1)
                            .forEach(trial -> trial.figure(Metric.CPU)
                                    .forEach(cpu -> points.put(
                                            contender,
                                            new Point(
                                                    trial.planned().position(),
                                                    cpu / medians.getOrDefault(contender, cpu))))));
        });
        return drawing(
                "Run order",
                ": each trial's CPU divided by the median of its server and load.",
                Axis.linear("position in the run"),
                Axis.linear("CPU / median"),
                points);
    }

    /** Draws the lines whose slopes are costs: CPU time against the rate of load, memory against connections. */
    static List<Drawing> slopes(LoadFigures figures) {
        Optional<Drawing> cpu =
                slope(figures, "units per second", Series.UNITS, "CPU (ms per second)", Series.CPU_SECONDS, 1e3);
        Optional<Drawing> memory =
                slope(figures, "connections", Series.CONNECTIONS, "memory (MiB)", Series.PROCESS_BYTES, MIB);
        return Stream.of(cpu, memory).flatMap(Optional::stream).toList();
    }

    private static Optional<Drawing> slope(
            LoadFigures figures, String x, Series over, String y, Series of, double scale) {
        ListMultimap<String, Point> points = lines();
        figures.valid().forEach((contender, trials) -> {
            List<Double> xs = trials.getFirst().series().getOrDefault(over, List.of());
            List<Double> ys = trials.getFirst().series().getOrDefault(of, List.of());
            if (!RunPlan.servesAsControl(contender)) {
                for (int i = 0; i < Math.min(xs.size(), ys.size()); i++) {
                    points.put(contender, new Point(xs.get(i), ys.get(i) * scale));
                }
            }
        });
        String title = y + " over " + x;
        return drawing(title, ", for the first valid trial of each server.", Axis.linear(x), Axis.linear(y), points);
    }

    private static ListMultimap<String, Point> lines() {
        return MultimapBuilder.treeKeys(Palette.ORDER).arrayListValues().build();
    }

    private static Optional<Drawing> drawing(
            String title, String caption, Axis x, Axis y, ListMultimap<String, Point> points) {
        LineChart chart = new LineChart(title, x, y, Multimaps.asMap(points));
        return Optional.of(chart)
                .filter(_ -> !chart.lines().isEmpty())
                .map(_ -> new Drawing("**" + title + "**" + caption, chart.svg()));
    }
}
