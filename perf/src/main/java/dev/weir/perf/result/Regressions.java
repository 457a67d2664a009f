package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compares two runs by every primary metric of every load and contender that both have.
 *
 * <p>Blocks of different runs share no state of the machine, so their noise does not cancel and widens the
 * interval. One run with the contenders {@code X} and {@code X@other} compares two builds more precisely.
 */
public final class Regressions {
    /** The ratio of the second run's metric to the first one's. */
    public record Change(String load, String contender, Metric metric, Ratio ratio) {
        public boolean isRegression() {
            return ratio.low() > Finding.BAND.high();
        }

        public String text() {
            return "%s %s, %s, %s: %.3f (%.3f to %.3f)"
                    .formatted(
                            isRegression() ? "REGRESSION" : "ok        ",
                            load,
                            contender,
                            metric.title(),
                            ratio.value(),
                            ratio.low(),
                            ratio.high());
        }
    }

    private record Subject(String load, String contender) {
        static Subject of(RunPlan.Case planned) {
            return new Subject(planned.load(), planned.contender());
        }

        List<Double> figures(Results results, Metric metric) {
            return results.trials().stream()
                    .filter(trial -> trial.valid() && trial.isOf(load, contender))
                    .flatMap(trial -> trial.figure(metric))
                    .toList();
        }

        Optional<Change> change(Metric metric, Results before, Results after) {
            List<Double> first = figures(before, metric);
            List<Double> second = figures(after, metric);
            return Ratio.of(IntStream.range(0, Math.min(first.size(), second.size()))
                            .mapToObj(i -> new Ratio.Block(first.get(i), second.get(i)))
                            .toList())
                    .map(ratio -> new Change(load, contender, metric, ratio));
        }
    }

    /** Returns the loads and contenders of the first run for which the second run lacks valid blocks. */
    public static List<String> missing(Results before, Results after) {
        Set<Subject> compared = between(before, after).stream()
                .map(change -> new Subject(change.load(), change.contender()))
                .collect(Collectors.toSet());
        return before.trials().stream()
                .map(trial -> Subject.of(trial.planned()))
                .distinct()
                .filter(subject -> !compared.contains(subject))
                .map(subject -> subject.load() + ", " + subject.contender())
                .toList();
    }

    public static List<Change> between(Results before, Results after) {
        return after.plan().cases().stream()
                .map(Subject::of)
                .distinct()
                .flatMap(subject ->
                        Metric.primary().stream().flatMap(metric -> subject.change(metric, before, after).stream()))
                .toList();
    }
}
