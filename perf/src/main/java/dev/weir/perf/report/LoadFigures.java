package dev.weir.perf.report;

import com.google.common.collect.Multimaps;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Trial;
import dev.weir.perf.server.Calibration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The trials of one load: all of them, and the valid ones by server. A server without a valid trial has no entry. */
record LoadFigures(List<Trial> all, Map<String, List<Trial>> valid) {
    /** Groups the trials of a run by load. Leaves out the servers that only test the measurement. */
    static List<LoadFigures> compared(Results results) {
        return of(results.trials().stream()
                .filter(trial -> !RunPlan.servesAsControl(trial.planned().contender())));
    }

    static List<LoadFigures> of(Stream<Trial> trials) {
        return Multimaps.asMap(Multimaps.index(
                        trials.toList(), trial -> trial.planned().load()))
                .values()
                .stream()
                .map(LoadFigures::of)
                .toList();
    }

    private static LoadFigures of(List<Trial> all) {
        Map<String, List<Trial>> valid = new TreeMap<>(Palette.ORDER);
        valid.putAll(all.stream()
                .filter(Trial::valid)
                .collect(Collectors.groupingBy(trial -> trial.planned().contender())));
        return new LoadFigures(all, valid);
    }

    String load() {
        return all.getFirst().planned().load();
    }

    String scenario() {
        return all.getFirst().planned().scenario();
    }

    /** Returns the unit of work, such as "download"; empty if all trials failed early. */
    String unit() {
        return all.stream()
                .map(Trial::unit)
                .filter(unit -> !unit.isEmpty())
                .findFirst()
                .orElse("");
    }

    String title(Metric metric) {
        return switch (metric.unit()) {
            case SECONDS_EACH, BYTES_EACH, NUMBER_EACH -> metric.title() + " per " + unit();
            case SECONDS, BYTES, NUMBER, SHARE, INDEX ->
                metric == Metric.THROUGHPUT
                        ? (unit().endsWith("s") ? unit() : unit() + "s") + " per second"
                        : metric.title();
        };
    }

    /** Returns each server's median over its valid trials, the best server first. */
    Map<String, Double> medians(Metric metric) {
        Map<String, Double> medians = new LinkedHashMap<>();
        valid.forEach(
                (contender, trials) -> median(trials, metric).ifPresent(median -> medians.put(contender, median)));
        return Words.sorted(
                medians, metric == Metric.THROUGHPUT ? Comparator.reverseOrder() : Comparator.naturalOrder());
    }

    static Optional<Double> median(Collection<Trial> trials, Metric metric) {
        List<Double> figures =
                trials.stream().flatMap(trial -> trial.figure(metric)).toList();
        return figures.isEmpty() ? Optional.empty() : Optional.of(Calibration.median(figures));
    }

    /** Returns the values of a metric in a server's valid trials. */
    List<Double> figures(String contender, Metric metric) {
        return trials(contender).flatMap(trial -> trial.figure(metric)).toList();
    }

    Stream<Requirement> requirements(String contender) {
        return trials(contender).flatMap(trial -> trial.requirements().stream());
    }

    /** Returns a text for each server and metric of which a valid trial missed a target: "`async` (gap p99)". */
    Stream<String> missed() {
        return valid.keySet().stream()
                .flatMap(contender -> requirements(contender)
                        .filter(requirement -> !requirement.met())
                        .map(requirement -> "`%s` (%s)".formatted(contender, title(requirement.metric()))))
                .distinct();
    }

    /** Returns the median of a metric's targets ({@link Requirement}) in a server's valid trials; empty if none. */
    Optional<Double> target(String contender, Metric metric) {
        List<Double> targets = requirements(contender)
                .filter(one -> one.metric() == metric)
                .map(Requirement::target)
                .toList();
        return targets.isEmpty() ? Optional.empty() : Optional.of(Calibration.median(targets));
    }

    /** Returns the predicted value of a metric for a server, or NaN. Ignores targets that are not predictions. */
    double predicted(String contender, Metric metric) {
        return requirements(contender)
                .filter(one -> one.metric() == metric && one.sense() == Requirement.Sense.PREDICTED)
                .mapToDouble(Requirement::target)
                .average()
                .orElse(Double.NaN);
    }

    private Stream<Trial> trials(String contender) {
        return valid.getOrDefault(contender, List.of()).stream();
    }
}
