package dev.weir.perf.report;

import dev.weir.perf.report.LineChart.Axis;
import dev.weir.perf.report.Svg.Drawing;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Slope.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws the line charts of a report. A chart without data is left out. */
final class Charts {
    private static final double MIB = 1 << 20;
    /** A time below 1 µs is drawn as 1 µs, because a logarithmic axis cannot show zero. */
    private static final double LEAST_SECONDS = 1e-6;

    static Optional<Drawing> percentiles(Results results, String load) {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        for (Results.Curve curve : results.curves()) {
            if (curve.load().equals(load) && LoadFigures.isPlain(curve.contender())) {
                String suffix = curve.tag() == Evidence.Tag.RESPONSE ? "" : LineChart.SERVICE;
                points.put(
                        curve.contender() + suffix,
                        curve.points().stream()
                                .map(point -> new Point(
                                        Axis.nines(point.quantile()), Math.max(LEAST_SECONDS, point.seconds())))
                                .toList());
            }
        }
        return drawing(
                "**Response time by percentile**, over all valid trials and from the intended start on. A dotted line"
                        + " counts from the sending. Percentiles with fewer than 100 samples beyond them are not drawn.",
                new LineChart(load, Axis.percentiles(), new Axis("time, logarithmic", true, Numbers::seconds), points));
    }

    static Optional<Drawing> costAgainstSmoothness(Results results) {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        results.trials().stream()
                .filter(Trial::counts)
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().contender(), () -> new TreeMap<>(Palette.ORDER), Collectors.toList()))
                .forEach((contender, trials) -> {
                    List<Point> ofContender = trials.stream()
                            .filter(trial -> trial.figures().containsKey(Metric.GAP_P99))
                            .collect(Collectors.groupingBy(
                                    trial -> trial.planned().load()))
                            .values()
                            .stream()
                            .map(ofLoad -> new Point(
                                    LoadFigures.median(ofLoad, Metric.GAP_P99).orElseThrow(),
                                    LoadFigures.median(ofLoad, Metric.CPU).orElse(0.0)))
                            .toList();
                    if (ofContender.size() > 1) {
                        points.put(contender, ofContender);
                    }
                });
        return drawing(
                "**Cost against smoothness:** CPU per GiB over the 99th percentile of the gap between arrivals at a"
                        + " client.",
                new LineChart(
                        "Cost against smoothness",
                        new Axis("gap p99, logarithmic", true, Numbers::seconds),
                        new Axis("CPU per GiB", false, Numbers::seconds),
                        points));
    }

    static Optional<Drawing> runOrder(Results results) {
        Map<String, List<Point>> points = new TreeMap<>(Palette.ORDER);
        results.trials().stream()
                .filter(trial -> trial.valid() && trial.figures().containsKey(Metric.CPU))
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().load() + "|" + trial.planned().contender()))
                .values()
                .stream()
                .filter(trials -> trials.size() > 1)
                .forEach(trials -> {
                    double median = LoadFigures.median(trials, Metric.CPU).orElseThrow();
                    trials.forEach(trial -> points.computeIfAbsent(
                                    trial.planned().contender(), _ -> new ArrayList<>())
                            .add(new Point(
                                    trial.planned().position(),
                                    trial.figures().getOrDefault(Metric.CPU, 0.0) / median)));
                });
        return drawing(
                "**Run order:** each trial's CPU divided by the median of its server and load.",
                new LineChart("Run order", Axis.linear("position in the run"), Axis.linear("CPU / median"), points));
    }

    /** Draws the lines whose slopes are costs: CPU time over the rate of load, and memory over connections. */
    static List<Drawing> slopes(Map<String, List<Trial>> byContender) {
        return Stream.of(
                        slope(
                                Raw.Series.UNITS,
                                "units per second",
                                Raw.Series.CPU_SECONDS,
                                "CPU (ms per second)",
                                1e-3,
                                byContender),
                        slope(
                                Raw.Series.CONNECTIONS,
                                "connections",
                                Raw.Series.LIVE_HEAP_BYTES,
                                "live heap (MiB)",
                                MIB,
                                byContender),
                        slope(
                                Raw.Series.CONNECTIONS,
                                "connections",
                                Raw.Series.NATIVE_BYTES,
                                "native memory (MiB)",
                                MIB,
                                byContender))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Drawing> slope(
            Raw.Series over, String x, Raw.Series of, String y, double unit, Map<String, List<Trial>> byContender) {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        byContender.forEach((contender, trials) -> {
            Map<Raw.Series, List<Double>> series = trials.getFirst().series();
            List<Double> xs = series.getOrDefault(over, List.of());
            List<Double> ys = series.getOrDefault(of, List.of());
            points.put(
                    contender,
                    IntStream.range(0, Math.min(xs.size(), ys.size()))
                            .mapToObj(i -> new Point(xs.get(i), ys.get(i) / unit))
                            .toList());
        });
        String title = y + " over " + x;
        return drawing(
                "**" + title + "**, for the first valid trial of each server.",
                new LineChart(title, Axis.linear(x), Axis.linear(y), points));
    }

    private static Optional<Drawing> drawing(String caption, LineChart chart) {
        return chart.lines().isEmpty() ? Optional.empty() : Optional.of(new Drawing(caption, chart.svg()));
    }
}
