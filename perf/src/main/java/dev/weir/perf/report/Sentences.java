package dev.weir.perf.report;

import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement.Sense;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Writes sentences about the figures of a load. If a figure is missing, most methods return an empty string. */
record Sentences(Results results, LoadFigures figures) {
    /** If on average at least this fraction of the users waits at the same time, the report says that users wait. */
    private static final double QUEUE = 0.05;

    /** Below this R², the 95 % interval of a slope through four points contains zero. */
    private static final double LEAST_FIT = 0.9;

    /** Tells how many users at once wait for the first byte: by Little's law, throughput times mean waiting time. */
    String queues() {
        Map<String, Double> rates = figures.medians(Metric.THROUGHPUT);
        return together(Metric.WAIT_MEAN, "serve", (contender, wait) -> {
            double waiting = wait * rates.getOrDefault(contender, 0.0);
            long users = Math.round(figures.predicted(contender, Metric.LITTLE));
            if (waiting >= QUEUE * users) {
                return "%d of %d users at a time: the other %.0f wait {} each"
                        .formatted(users - Math.round(waiting), users, waiting);
            }
            boolean late = figures.requirements(contender)
                    .anyMatch(one -> one.metric() == Metric.WAIT_MEAN && one.sense() == Sense.AT_MOST && !one.met());
            return "all %d users %s: the answer begins after {}"
                    .formatted(users, late ? "at once, but late" : "as if alone");
        });
    }

    String rates() {
        return together(Metric.WITHIN, "give", (contender, _) -> {
            double outside = worst(contender, Metric.WITHIN);
            return outside == 0
                    ? "every client its rate"
                    : "another rate to at most %.0f, the worst off by %s"
                            .formatted(outside, Numbers.of(Metric.Unit.SHARE, worst(contender, Metric.WORST_RATE)));
        });
    }

    String polls() {
        return together(Metric.THROUGHPUT, "answer", (contender, rate) -> {
            double possible = figures.predicted(contender, Metric.THROUGHPUT);
            String of = Double.isNaN(possible) ? "" : " of %,.0f possible".formatted(possible);
            return "%,.0f%s polls a second".formatted(rate, of);
        });
    }

    /** Writes one sentence for all servers with the same {@code said} text, where {} is the range of their figures. */
    private String together(Metric metric, String plural, BiFunction<String, Double, String> said) {
        Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
        Words.sorted(figures.medians(metric), Comparator.reverseOrder())
                .forEach((contender, figure) -> groups.computeIfAbsent(
                                said.apply(contender, figure), _ -> new LinkedHashMap<>())
                        .put(contender, figure));
        List<String> sentences = new ArrayList<>();
        groups.forEach((text, group) -> sentences.add("%s %s %s."
                .formatted(
                        Words.names(group.keySet()),
                        group.size() == 1 ? plural + "s" : plural,
                        text.replace("{}", Numbers.range(metric.unit(), group.values())))));
        return String.join(" ", sentences);
    }

    String lastDelivery() {
        double worst = figures.valid().keySet().stream()
                .mapToDouble(contender -> worst(contender, Metric.LAST_MAX))
                .max()
                .orElse(0);
        return spread(
                "The last client has an event after %s on average, and after " + Numbers.seconds(worst) + " at worst.",
                Metric.LAST_MEAN);
    }

    private double worst(String contender, Metric metric) {
        return figures.figures(contender, metric).stream()
                .max(Comparator.comparingDouble(Math::abs))
                .orElse(0.0);
    }

    String response() {
        return spread("The median response takes %s.", Metric.RESPONSE_P50);
    }

    String waiting() {
        return spread("While requests wait, the servers have %s threads.", Metric.SERVER_THREADS);
    }

    /** Replaces %s in a sentence by the range of the servers' medians, from the best to the worst. */
    String spread(String sentence, Metric metric) {
        Map<String, Double> medians = figures.medians(metric);
        return medians.isEmpty() ? "" : sentence.formatted(Words.spread(medians, Numbers.in(metric)));
    }

    String rate(String most) {
        Map<String, Double> rates = figures.medians(Metric.THROUGHPUT);
        String each = rates.isEmpty() ? "" : Words.each(rates, "answer", Numbers.in(Metric.THROUGHPUT));
        return each.isEmpty() ? "" : "%s%s %ss a second.".formatted(most, each, figures.unit());
    }

    /** Compares the lowest CPU cost under this load with the lowest under any load of the same scenario. */
    String timesCheapest() {
        return LoadFigures.compared(results).stream()
                .filter(one -> one.scenario().equals(figures.scenario()) && lowestCost(one) > 0)
                .min(Comparator.comparingDouble(Sentences::lowestCost))
                .filter(cheapest -> !cheapest.load().equals(figures.load()) && lowestCost(figures) > 0)
                .map(cheapest -> "The lowest cost is %.2f times that of \"%s\"."
                        .formatted(lowestCost(figures) / lowestCost(cheapest), cheapest.load()))
                .orElse("");
    }

    private static double lowestCost(LoadFigures load) {
        return load.medians(Metric.CPU).values().stream().findFirst().orElse(0.0);
    }

    /** Like {@link #cost}, of CPU. Also names the servers whose line of CPU over work fits badly. */
    String cpu() {
        Map<String, Double> poor = Maps.filterValues(figures.medians(Metric.CPU_FIT), fit -> fit < LEAST_FIT);
        String uncertain = poor.isEmpty()
                ? ""
                : " Uncertain, because the line fits badly (R² below 0.9): %s.".formatted(Words.names(poor.keySet()));
        return cost(Metric.CPU, "use", "CPU") + uncertain;
    }

    /** Returns sentences that tell each server's cost of a unit of work, and compare this cost with the baseline's. */
    String cost(Metric metric, String verb, String what) {
        Map<String, Double> medians = figures.medians(metric);
        if (medians.isEmpty()) {
            return "There is no figure for %s per %s.".formatted(what, figures.unit());
        }
        return "Per %s, %s of %s. %s"
                .formatted(
                        figures.unit(), Words.each(medians, verb, Numbers.in(metric)), what, differences(metric, verb))
                .strip();
    }

    /** Returns sentences that compare each server with its baseline in a metric. */
    String differences(Metric metric, String verb) {
        List<Comparison> all = comparisons(results, figures.load(), metric);
        return Multimaps.asMap(Multimaps.index(all, one -> one.finding() + lacking(one) + one.baseline()))
                .values()
                .stream()
                .map(same -> compared(same, verb))
                .collect(Collectors.joining(" "));
    }

    /** Writes one sentence about comparisons with equal baseline, {@link Comparison#finding} and {@link #lacking}. */
    private static String compared(List<Comparison> all, String verb) {
        Map<String, Double> ratios = new TreeMap<>(Palette.ORDER);
        all.forEach(one -> ratios.put(
                one.contender(),
                Optional.ofNullable(one.ratio()).map(Ratio::value).orElse(0.0)));
        String baseline = all.getFirst().baseline();
        String lacking = lacking(all.getFirst());
        return switch (all.getFirst().finding()) {
            case EQUAL -> "Equal to `%s` within 5 %%: %s.".formatted(baseline, Words.names(ratios.keySet()));
            case NOT_DECIDED ->
                "Not decided against `%s`%s: %s."
                        .formatted(
                                baseline, lacking.isEmpty() ? "" : ", with " + lacking, Words.names(ratios.keySet()));
            case CHEAPER, DEARER ->
                "%s times as much as `%s`."
                        .formatted(
                                Words.each(Words.sorted(ratios, Comparator.naturalOrder()), verb, "%.2f"::formatted),
                                baseline);
        };
    }

    /** Tells why a comparison has no confidence interval; empty if it has one. */
    static String lacking(Comparison one) {
        return one.ratio() != null
                ? ""
                : one.blocks() < Ratio.FEWEST ? "too few blocks" : "a figure that is not above zero";
    }

    /** Returns the comparisons by one metric under one load. Omits servers that run only to test the measurement. */
    static List<Comparison> comparisons(Results results, String load, Metric metric) {
        return results.comparisons().stream()
                .filter(one -> one.load().equals(load) && one.metric() == metric)
                .filter(one -> !RunPlan.servesAsControl(one.contender()) && !RunPlan.servesAsControl(one.baseline()))
                .sorted(Comparator.comparing(Comparison::finding))
                .toList();
    }
}
