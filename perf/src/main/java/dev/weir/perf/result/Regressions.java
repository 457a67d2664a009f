package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds metrics that are worse in one run than in an earlier one, for example after a change of the code. It compares
 * each primary metric of each contender and load that both runs contain.
 *
 * <p>Within a run, contenders are compared in blocks: their trials follow each other, in about the same state of the
 * machine. Trials of different runs share no such state. Their ratio varies more, so its confidence interval is wider.
 * To compare two builds precisely, measure both in one run with {@code compare --contenders X,X@other}.
 */
public final class Regressions {
    /** The metric of the second run divided by that of the first. */
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

    /** Returns the first run's loads and contenders for which the second run has too few valid trials to compare. */
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
