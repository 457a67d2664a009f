package dev.weir.watch.run;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cost ratios of a run, with a confidence interval after each block (round) of trials. Not thread-safe. */
final class IntervalHistory {
    private record Key(String load, String contender, Metric metric) {}

    private final Map<Key, RunState.Row> rows = new LinkedHashMap<>();

    /** Adds the comparisons that result from all trials that have ended so far. */
    void add(List<Comparison> comparisons) {
        for (Comparison comparison : comparisons) {
            Double value = comparison.value();
            if (value != null) {
                Key key = new Key(comparison.load(), comparison.contender(), comparison.metric());
                rows.put(key, RunState.row(rows.get(key), comparison, value));
            }
        }
    }

    List<RunState.Row> rows() {
        return List.copyOf(rows.values());
    }
}
