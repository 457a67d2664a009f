package dev.weir.perf.report;

import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import dev.weir.perf.result.Results;
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

/**
 * The figures of one load, by server.
 *
 * @param all the trials without a planted fault, valid or not
 * @param valid the valid ones among them; a server without one is missing
 */
record LoadFigures(String load, Map<String, List<Trial>> all, Map<String, List<Trial>> valid) {
    /** Returns the figures of every load that compares servers as they are, without copies and planted differences. */
    static List<LoadFigures> plain(Results results) {
        return results.loads().stream()
                .map(load -> of(results, load))
                .map(LoadFigures::plain)
                .filter(figures -> !figures.all.isEmpty())
                .toList();
    }

    static LoadFigures of(Results results, String load) {
        Map<String, List<Trial>> all = results.unspoilt()
                .filter(trial -> trial.planned().load().equals(load))
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().contender(), () -> new TreeMap<>(Palette.ORDER), Collectors.toList()));
        return of(load, all);
    }

    private static LoadFigures of(String load, Map<String, List<Trial>> all) {
        Map<String, List<Trial>> valid = new TreeMap<>(Palette.ORDER);
        all.forEach((contender, trials) ->
                valid.put(contender, trials.stream().filter(Trial::valid).toList()));
        valid.values().removeIf(List::isEmpty);
        return new LoadFigures(load, all, valid);
    }

    /** Returns the figures without copies of servers and planted differences. */
    LoadFigures plain() {
        Map<String, List<Trial>> plain = new TreeMap<>(Palette.ORDER);
        plain.putAll(all);
        plain.keySet().removeIf(contender -> !isPlain(contender));
        return of(load, plain);
    }

    /** Returns whether a server is measured as it is: it is no second copy (A/A) and has no planted difference. */
    static boolean isPlain(String contender) {
        return !contender.matches(".*[#+!].*");
    }

    String scenario() {
        return first(all).planned().scenario();
    }

    String unit() {
        return first(valid).unit();
    }

    String title(Metric metric) {
        return switch (metric.unit()) {
            case SECONDS_EACH, BYTES_EACH, NUMBER_EACH -> metric.title() + " per " + unit();
            case SECONDS, BYTES, NUMBER, SHARE, INDEX ->
                metric == Metric.THROUGHPUT ? unit() + "s per second" : metric.title();
        };
    }

    private static Trial first(Map<String, List<Trial>> trials) {
        return trials.values().iterator().next().getFirst();
    }

    /** Returns each server's median over its valid trials, the best first. */
    Map<String, Double> medians(Metric metric) {
        Map<String, Double> medians = new LinkedHashMap<>();
        valid.forEach(
                (contender, trials) -> median(trials, metric).ifPresent(median -> medians.put(contender, median)));
        Comparator<Double> best = metric == Metric.THROUGHPUT ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return sorted(medians, best);
    }

    static Map<String, Double> sorted(Map<String, Double> figures, Comparator<Double> order) {
        Map<String, Double> sorted = new LinkedHashMap<>();
        figures.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(order))
                .forEach(figure -> sorted.put(figure.getKey(), figure.getValue()));
        return sorted;
    }

    static Optional<Double> median(Collection<Trial> trials, Metric metric) {
        List<Double> figures =
                trials.stream().flatMap(trial -> trial.figure(metric)).toList();
        return figures.isEmpty() ? Optional.empty() : Optional.of(Calibration.median(figures));
    }

    /** Returns the figure that is farthest from zero. */
    double worst(Metric metric, String contender) {
        return trials(contender)
                .flatMap(trial -> trial.figure(metric))
                .max(Comparator.comparingDouble(Math::abs))
                .orElse(0.0);
    }

    Stream<Requirement> requirements(String contender, Metric metric) {
        return trials(contender)
                .flatMap(trial -> trial.requirements().stream())
                .filter(requirement -> requirement.metric() == metric);
    }

    private Stream<Trial> trials(String contender) {
        return valid.getOrDefault(contender, List.of()).stream();
    }
}
