package dev.weir.perf.result;

import com.google.common.collect.Sets;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares the metrics and the met requirements of two runs. To measure both builds in one run is more precise. */
public record Regressions(Results before, Results after) {
    private static final Set<Metric> COMPARED = Sets.union(
            Metric.PRIMARY,
            EnumSet.of(
                    Metric.CPU_MEAN,
                    Metric.THROUGHPUT,
                    Metric.RESPONSE_P99,
                    Metric.SERVICE_P99,
                    Metric.WAIT_P99,
                    Metric.GAP_P99,
                    Metric.LAST_MEAN));

    /** A server's metric in the later run, divided by the same metric in the earlier run. */
    public record Change(String subject, Metric metric, Ratio ratio) {
        public boolean isRegression() {
            return metric == Metric.THROUGHPUT ? ratio.high() < Finding.BAND.low() : ratio.low() > Finding.BAND.high();
        }

        /** Returns whether the later run looks over 5 % worse, but the difference may be chance. */
        public boolean isUndecided() {
            boolean worse = metric == Metric.THROUGHPUT
                    ? ratio.value() < Finding.BAND.low()
                    : ratio.value() > Finding.BAND.high();
            return worse && !isRegression();
        }

        public String text() {
            return "%s %s, %s: %.3f (%.3f to %.3f)"
                    .formatted(
                            isRegression() ? "REGRESSION" : isUndecided() ? "UNDECIDED " : "ok        ",
                            subject,
                            metric.title(),
                            ratio.value(),
                            ratio.low(),
                            ratio.high());
        }
    }

    public List<Change> changes() {
        return subjects()
                .flatMap(subject -> COMPARED.stream()
                        .flatMap(metric ->
                                ratio(subject, metric)
                                        .map(ratio -> new Change(subject.subject(), metric, ratio))
                                        .stream()))
                .toList();
    }

    /** Returns each requirement that a smaller part of a server's trials met in the later run than in the earlier. */
    public List<String> missed() {
        return subjects()
                .flatMap(subject -> {
                    Map<String, Double> now = met(after, subject);
                    return met(before, subject).entrySet().stream()
                            .filter(rule -> now.getOrDefault(rule.getKey(), 0.0) < rule.getValue())
                            .map(rule -> "%s, %s: met by %.0f %% of the trials instead of %.0f %%"
                                    .formatted(
                                            subject.subject(),
                                            rule.getKey(),
                                            now.getOrDefault(rule.getKey(), 0.0) * 100,
                                            rule.getValue() * 100));
                })
                .toList();
    }

    /** Returns why the two runs are not comparable, such as invalid trials, another machine or missing metrics. */
    public List<String> obstacles() {
        List<String> obstacles = new ArrayList<>(after.environment().differencesFrom(before.environment()));
        Set<String> planned = Sets.symmetricDifference(
                Set.copyOf(before.plan().choices()), Set.copyOf(after.plan().choices()));
        planned.stream().sorted().forEach(choice -> obstacles.add("only one of the runs has this setting: " + choice));
        invalid("first", before).forEach(obstacles::add);
        invalid("second", after).forEach(obstacles::add);
        subjects().forEach(subject -> {
            List<String> then = options(before, subject);
            List<String> now = options(after, subject);
            if (!now.equals(then)) {
                obstacles.add(subject.subject() + ": JVM options " + now + " instead of " + then);
            }
            COMPARED.stream()
                    .filter(metric -> !before.figures(subject, metric).isEmpty()
                            && ratio(subject, metric).isEmpty())
                    .map(metric -> subject.subject() + ", " + metric.title() + ": missing, or too few valid trials")
                    .forEach(obstacles::add);
        });
        return obstacles;
    }

    private static Stream<String> invalid(String run, Results results) {
        return results.unspoilt()
                .filter(trial -> !trial.valid())
                .map(trial -> "%s run: trial %s is invalid: %s"
                        .formatted(run, trial.planned().name(), String.join("; ", trial.faults())));
    }

    private Stream<RunPlan.Case> subjects() {
        return before.plan().cases().stream().filter(planned -> planned.block() == 1 && !planned.hasFault());
    }

    private Optional<Ratio> ratio(RunPlan.Case subject, Metric metric) {
        List<Double> first = before.figures(subject, metric);
        List<Double> second = after.figures(subject, metric);
        return Ratio.of(IntStream.range(0, Math.min(first.size(), second.size()))
                .mapToObj(i -> new Ratio.Block(first.get(i), second.get(i)))
                .toList());
    }

    private static Map<String, Double> met(Results results, RunPlan.Case subject) {
        return results.of(subject)
                .flatMap(trial -> trial.requirements().stream())
                .collect(Collectors.groupingBy(
                        requirement ->
                                requirement.rule() + ", " + requirement.metric().title(),
                        TreeMap::new,
                        Collectors.averagingInt(requirement -> requirement.met() ? 1 : 0)));
    }

    private static List<String> options(Results results, RunPlan.Case subject) {
        return results.of(subject)
                .flatMap(trial -> trial.command().stream())
                .filter(argument -> argument.startsWith("-X"))
                .distinct()
                .toList();
    }
}
