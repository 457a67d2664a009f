package dev.weir.watch.run;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Finding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a run of {@code compare}. The page reads it as JSON. Times are in milliseconds.
 *
 * @param plan null while the run's folder has no plan
 * @param trials the trials that have ended, in the order of the run
 * @param runningSince when the current trial began, counted from 1970; 0 if none runs
 * @param meanMillis the mean duration of the trials that have ended; 0 if there are none
 * @param low a ratio below this value counts as a lower cost; a ratio above {@code high} counts as a higher cost
 */
record RunState(
        String folder,
        @Nullable RunPlan plan,
        List<EndedTrial> trials,
        long runningSince,
        long meanMillis,
        double low,
        double high,
        List<Row> ratios) {

    record EndedTrial(int position, long millis, List<String> faults, List<Figure> figures) {}

    record Figure(String title, Metric.Unit unit, double value) {}

    /** A ratio of two servers' costs: its confidence interval after each block of trials, and the latest verdict. */
    record Row(
            String load, String contender, String baseline, String metric, Finding finding, List<Interval> intervals) {}

    /**
     * @param low the lower bound of the confidence interval; {@code low} and {@code high} are null if there are too few
     *     trials
     */
    record Interval(
            int blocks,
            double value,
            @Nullable Double low,
            @Nullable Double high) {}

    static RunState empty(String folder) {
        return new RunState(folder, null, List.of(), 0, 0, 1, 1, List.of());
    }

    static EndedTrial trial(Trial trial, long millis) {
        List<Figure> figures = new ArrayList<>();
        for (Metric metric : List.of(Metric.CPU, Metric.RESPONSE_MEAN, Metric.HEAP)) {
            trial.figure(metric).forEach(value -> figures.add(new Figure(metric.title(), metric.unit(), value)));
        }
        return new EndedTrial(trial.planned().position(), millis, trial.faults(), figures);
    }

    /**
     * Returns {@code earlier} with the interval of {@code latest} added. An interval after the same number of blocks is
     * replaced.
     *
     * @param earlier the row so far; null if there is none
     * @param value the ratio that {@code latest} has measured
     */
    static Row row(@Nullable Row earlier, Comparison latest, double value) {
        List<Interval> intervals = new ArrayList<>(earlier == null ? List.of() : earlier.intervals());
        if (!intervals.isEmpty() && intervals.getLast().blocks() == latest.blocks()) {
            intervals.removeLast(); // it was preliminary, since its block had not ended
        }
        intervals.add(interval(latest, value));
        return new Row(
                latest.load(),
                latest.contender(),
                latest.baseline(),
                latest.metric().title(),
                latest.finding(),
                List.copyOf(intervals));
    }

    private static Interval interval(Comparison comparison, double value) {
        return comparison.ratio() == null
                ? new Interval(comparison.blocks(), value, null, null)
                : new Interval(
                        comparison.blocks(),
                        value,
                        comparison.ratio().low(),
                        comparison.ratio().high());
    }
}
