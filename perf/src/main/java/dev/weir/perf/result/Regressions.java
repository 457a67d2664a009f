package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What changed from one run to another, by every primary metric of every load and contender that both have.
 *
 * <p>Block by block, though blocks of different runs have nothing in common: their noise does not cancel, and the
 * interval says so. Two builds are told apart better in one run, as {@code X} and {@code X@other}.
 */
public final class Regressions {
    private Regressions() {}

    /** A ratio of after to before. */
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

    /** What the first run compares and the second does not, or has too few valid blocks for. */
    public static List<String> missing(Results before, Results after) {
        List<Change> compared = between(before, after);
        return before.trials().stream()
                .filter(Trial::valid)
                .map(trial ->
                        new Subject(trial.planned().load(), trial.planned().contender()))
                .distinct()
                .filter(subject -> compared.stream()
                        .noneMatch(change -> change.load().equals(subject.load())
                                && change.contender().equals(subject.contender())))
                .map(subject -> subject.load() + ", " + subject.contender())
                .toList();
    }

    public static List<Change> between(Results before, Results after) {
        return after.plan().cases().stream()
                .map(planned -> new Subject(planned.load(), planned.contender()))
                .distinct()
                .flatMap(subject ->
                        Metric.primary().stream().flatMap(metric -> change(subject, metric, before, after).stream()))
                .toList();
    }

    private record Subject(String load, String contender) {
        List<Double> figures(Results results, Metric metric) {
            return results.trials().stream()
                    .filter(trial -> trial.valid()
                            && trial.isOf(load, contender)
                            && trial.figures().containsKey(metric))
                    .map(trial -> trial.figures().get(metric))
                    .toList();
        }
    }

    private static Optional<Change> change(Subject subject, Metric metric, Results before, Results after) {
        List<Double> first = subject.figures(before, metric);
        List<Double> second = subject.figures(after, metric);
        return Ratio.of(IntStream.range(0, Math.min(first.size(), second.size()))
                        .mapToObj(i -> new Ratio.Block(first.get(i), second.get(i)))
                        .toList())
                .map(ratio -> new Change(subject.load(), subject.contender(), metric, ratio));
    }
}
