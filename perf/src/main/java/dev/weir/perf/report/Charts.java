package dev.weir.perf.report;

import dev.weir.perf.report.Document.Drawing;
import dev.weir.perf.report.Document.Part;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Slope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws the charts that combine several loads, numbers of connections, or trials. */
final class Charts {
    private static final double MIB = 1 << 20;

    static List<Part> costAgainstSmoothness(Results results) {
        Map<String, List<Slope.Point>> points = new LinkedHashMap<>();
        LoadSections.byContender(results.trials().stream()).forEach((contender, trials) -> {
            List<Slope.Point> ofContender = trials.stream()
                    .filter(trial -> trial.figures().containsKey(Metric.GAP_P99))
                    .collect(Collectors.groupingBy(trial -> trial.planned().load()))
                    .values()
                    .stream()
                    .map(ofLoad -> new Slope.Point(
                            LoadSections.median(ofLoad, Metric.GAP_P99).orElseThrow(),
                            LoadSections.median(ofLoad, Metric.CPU).orElse(0.0)))
                    .toList();
            if (ofContender.size() > 1) {
                points.put(contender, ofContender);
            }
        });
        return drawing(
                "Cost against smoothness: CPU per GiB over the 99th percentile of the gap between arrivals at a"
                        + " client.",
                "Cost against smoothness",
                new LineChart.Axis("gap p99", true, Numbers::seconds),
                new LineChart.Axis("CPU per GiB", false, Numbers::seconds),
                points);
    }

    /** Draws each trial's CPU time over its position in the run, to show changes of the machine's speed. */
    static List<Part> runOrder(Results results) {
        Map<String, List<Slope.Point>> points = new TreeMap<>(Svg.Palette.ORDER);
        results.trials().stream()
                .filter(trial -> trial.valid() && trial.figures().containsKey(Metric.CPU))
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().load() + "|" + trial.planned().contender()))
                .values()
                .stream()
                .filter(trials -> trials.size() > 1)
                .forEach(trials -> {
                    double median = LoadSections.median(trials, Metric.CPU).orElseThrow();
                    trials.forEach(trial -> points.computeIfAbsent(
                                    trial.planned().contender(), _ -> new ArrayList<>())
                            .add(new Slope.Point(
                                    trial.planned().position(),
                                    trial.figures().getOrDefault(Metric.CPU, 0.0) / median)));
                });
        return drawing(
                "Run order: each trial's CPU divided by the median of its contender and load.",
                "Run order",
                LineChart.Axis.linear("position in the run"),
                LineChart.Axis.linear("CPU / median"),
                points);
    }

    static List<Part> memory(Map<String, List<Trial>> byContender) {
        return Stream.of(Raw.Series.LIVE_HEAP_BYTES, Raw.Series.RSS_BYTES)
                .flatMap(kind -> {
                    Map<String, List<Slope.Point>> points = new LinkedHashMap<>();
                    byContender.forEach((contender, trials) -> points.put(contender, points(trials.getFirst(), kind)));
                    String title = kind == Raw.Series.RSS_BYTES ? "RSS" : "live heap";
                    return drawing(
                            title + " over connections, for the first trial of each contender.",
                            title,
                            LineChart.Axis.linear("connections"),
                            LineChart.Axis.linear(title + ", MiB"),
                            points)
                            .stream();
                })
                .toList();
    }

    private static List<Slope.Point> points(Trial trial, Raw.Series kind) {
        List<Double> connections = trial.memory().getOrDefault(Raw.Series.CONNECTIONS, List.of());
        List<Double> bytes = trial.memory().getOrDefault(kind, List.of());
        return IntStream.range(0, Math.min(connections.size(), bytes.size()))
                .mapToObj(i -> new Slope.Point(connections.get(i), bytes.get(i) / MIB))
                .toList();
    }

    private static List<Part> drawing(
            String caption,
            String title,
            LineChart.Axis x,
            LineChart.Axis y,
            Map<String, List<Slope.Point>> byContender) {
        List<LineChart.Line> lines = new ArrayList<>();
        byContender.forEach((contender, points) -> lines.add(LineChart.Line.of(contender, points)));
        LineChart chart = new LineChart(title, x, y, lines);
        return chart.lines().isEmpty() ? List.of() : List.of(new Drawing(caption, chart.svg()));
    }
}
