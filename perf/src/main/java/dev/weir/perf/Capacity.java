package dev.weir.perf;

import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.server.Calibration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Chooses the rates of an open load by what the slowest contender can do, so that all are asked for the same. */
final class Capacity {
    /** Below saturation: at it, every model's latency is that of its queue. */
    private static final double[] SHARES = {0.3, 0.5, 0.7};

    private static final int ROUND = 100;

    private Capacity() {}

    /**
     * Requests a second, rounded to the hundred.
     *
     * @throws IllegalArgumentException when the run found no capacity
     */
    static List<Integer> shares(Results results) {
        Map<String, List<Double>> byContender = results.trials().stream()
                .filter(trial -> trial.valid() && trial.planned().scenario().equals("capacity"))
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().contender(),
                        Collectors.mapping(
                                trial -> trial.figures().getOrDefault(Metric.THROUGHPUT, 0.0), Collectors.toList())));
        double slowest = byContender.values().stream()
                .mapToDouble(Calibration::median)
                .min()
                .orElseThrow(
                        () -> new IllegalArgumentException("no valid trial of the scenario capacity in these results"));
        return DoubleStream.of(SHARES)
                .mapToObj(share -> Math.max(ROUND, (int) (share * slowest) / ROUND * ROUND))
                .toList();
    }
}
