package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds metrics that are worse than in an earlier run. One run that compares both builds would be more precise. */
public final class Regressions {
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

    public static List<String> missing(Results before, List<Change> changes) {
        List<String> subjects = new ArrayList<>();
        for (Trial trial : before.trials()) {
            RunPlan.Case planned = trial.planned();
            if (changes.stream().noneMatch(change -> planned.isOf(change.load, change.contender))) {
                subjects.add(planned.load() + ", " + planned.contender());
            }
        }
        return subjects.stream().distinct().toList();
    }

    public static List<Change> between(Results before, Results after) {
        return after.plan().cases().stream()
                .filter(planned -> planned.block() == 1)
                .flatMap(planned -> Metric.PRIMARY.stream().flatMap(metric -> change(planned, metric, before, after)))
                .toList();
    }

    private static Stream<Change> change(RunPlan.Case planned, Metric metric, Results before, Results after) {
        List<Double> first = before.figures(planned, metric);
        List<Double> second = after.figures(planned, metric);
        return Ratio.of(IntStream.range(0, Math.min(first.size(), second.size()))
                        .mapToObj(i -> new Ratio.Block(first.get(i), second.get(i)))
                        .toList())
                .map(ratio -> new Change(planned.load(), planned.contender(), metric, ratio))
                .stream();
    }
}
