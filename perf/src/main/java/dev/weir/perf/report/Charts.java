package dev.weir.perf.report;

import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Drawings over several loads, counts or trials. */
final class Charts {
    private static final double MIB = 1 << 20;

    private Charts() {}

    /** Where a scenario was run with several settings: how even the arrivals are, and what that costs. */
    static List<Block> costAgainstSmoothness(Results results) {
        List<LineChart.Series> lines = new ArrayList<>();
        byContender(results).forEach((contender, trials) -> {
            Map<String, List<Trial>> byLoad = trials.stream()
                    .filter(trial -> trial.figures().containsKey(Metric.GAP_P99))
                    .collect(Collectors.groupingBy(trial -> trial.planned().load()));
            List<LineChart.Point> points = byLoad.values().stream()
                    .map(ofLoad -> new LineChart.Point(
                            LoadSections.median(ofLoad, Metric.GAP_P99).orElseThrow(),
                            LoadSections.median(ofLoad, Metric.CPU).orElse(0.0)))
                    .toList();
            if (points.size() > 1) {
                lines.add(LineChart.Series.of(contender, points));
            }
        });
        return figure(
                "Cost against smoothness: CPU for a GiB over the 99th percentile of the gap between arrivals at a"
                        + " client.",
                new LineChart(
                        "Cost against smoothness",
                        new LineChart.Axis("gap p99", true, Figures::seconds),
                        new LineChart.Axis("CPU a GiB", false, Figures::seconds),
                        lines));
    }

    /** Each trial's CPU beside the median of its kind, in the order in which they ran: drift would be a slope. */
    static List<Block> runOrder(Results results) {
        Map<String, List<Trial>> kinds = results.trials().stream()
                .filter(trial -> trial.valid() && trial.figures().containsKey(Metric.CPU))
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().load() + "|" + trial.planned().contender()));
        Map<String, List<LineChart.Point>> points = new TreeMap<>(Palette.ORDER);
        kinds.values().stream().filter(trials -> trials.size() > 1).forEach(trials -> {
            double median = LoadSections.median(trials, Metric.CPU).orElseThrow();
            trials.forEach(trial -> points.computeIfAbsent(trial.planned().contender(), _ -> new ArrayList<>())
                    .add(new LineChart.Point(
                            trial.planned().position(), trial.figures().getOrDefault(Metric.CPU, 0.0) / median)));
        });
        List<LineChart.Series> lines = points.entrySet().stream()
                .map(entry -> LineChart.Series.of(entry.getKey(), entry.getValue()))
                .toList();
        return figure(
                "Run order: each trial's CPU in terms of the median of its contender and load.",
                new LineChart(
                        "Run order",
                        LineChart.Axis.linear("position in the run"),
                        LineChart.Axis.linear("CPU / median"),
                        lines));
    }

    /** Connections against memory, one drawing for each kind of memory. */
    static List<Block> memory(Map<String, List<Trial>> byContender) {
        List<Block> blocks = new ArrayList<>();
        for (Raw.Series kind : List.of(Raw.Series.LIVE_HEAP_BYTES, Raw.Series.RSS_BYTES)) {
            List<LineChart.Series> lines = new ArrayList<>();
            byContender.forEach((contender, trials) -> {
                List<LineChart.Point> points = points(trials.getFirst(), kind);
                if (!points.isEmpty()) {
                    lines.add(LineChart.Series.of(contender, points));
                }
            });
            String title = kind == Raw.Series.RSS_BYTES ? "RSS" : "live heap";
            blocks.addAll(figure(
                    "Connections against " + title + ", the first trial of each.",
                    new LineChart(
                            title,
                            LineChart.Axis.linear("connections"),
                            LineChart.Axis.linear(title + ", MiB"),
                            lines)));
        }
        return blocks;
    }

    private static List<LineChart.Point> points(Trial trial, Raw.Series kind) {
        List<Double> connections = trial.memory().getOrDefault(Raw.Series.CONNECTIONS, List.of());
        List<Double> bytes = trial.memory().getOrDefault(kind, List.of());
        return IntStream.range(0, Math.min(connections.size(), bytes.size()))
                .mapToObj(i -> new LineChart.Point(connections.get(i), bytes.get(i) / MIB))
                .toList();
    }

    private static Map<String, List<Trial>> byContender(Results results) {
        return results.trials().stream()
                .filter(Trial::valid)
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().contender(), () -> new TreeMap<>(Palette.ORDER), Collectors.toList()));
    }

    private static List<Block> figure(String caption, LineChart chart) {
        return chart.series().isEmpty() ? List.of() : List.of(new Block.Figure(caption, chart.svg()));
    }
}
