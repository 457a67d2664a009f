package dev.weir.perf.report;

import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers the questions of the closed loops S1 and S2. Says only once what several servers have in common. */
record Together(LoadFigures figures) {
    /** From this part of the users on, those who wait are a queue. */
    private static final double QUEUE = 0.05;

    /** Says how many users wait. Their number is throughput times waiting time, by Little's law. */
    String queues() {
        Map<String, Double> waits = figures.medians(Metric.WAIT_MEAN);
        Map<String, List<String>> queueing = new LinkedHashMap<>();
        Map<String, List<String>> others = new LinkedHashMap<>();
        waits.forEach((contender, wait) -> {
            double waiting = wait * figures.medians(Metric.THROUGHPUT).getOrDefault(contender, 0.0);
            long users = Math.round(target(contender, Metric.LITTLE));
            if (waiting >= QUEUE * users) {
                long served = users - Math.round(waiting);
                add(
                        queueing,
                        "%d of %d users at a time: the other %.0f wait".formatted(served, users, waiting),
                        contender);
            } else {
                boolean late = figures.requirements(contender, Metric.WAIT_MEAN).anyMatch(one -> !one.met());
                add(others, "all %d users %s".formatted(users, late ? "at once, but late" : "as if alone"), contender);
            }
        });
        return Stream.concat(
                        queueing.entrySet().stream()
                                .map(group -> serve(group, " %s each.".formatted(range(waits, group.getValue())))),
                        others.entrySet().stream()
                                .map(group -> serve(
                                        group,
                                        ": the first byte comes after %s.".formatted(range(waits, group.getValue())))))
                .collect(Collectors.joining(" "));
    }

    private static void add(Map<String, List<String>> groups, String group, String contender) {
        groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(contender);
    }

    private static String serve(Map.Entry<String, List<String>> group, String end) {
        return "%s %s %s%s"
                .formatted(Words.names(group.getValue()), Words.verb(group.getValue(), "serve"), group.getKey(), end);
    }

    private static String range(Map<String, Double> seconds, List<String> contenders) {
        return Numbers.range(
                Metric.Unit.SECONDS,
                contenders.stream().map(name -> seconds.getOrDefault(name, 0.0)).toList());
    }

    private double target(String contender, Metric metric) {
        return figures.requirements(contender, metric)
                .mapToDouble(Requirement::target)
                .findFirst()
                .orElse(0);
    }

    String polls() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        figures.medians(Metric.THROUGHPUT)
                .forEach((contender, rate) -> add(
                        groups,
                        "%,.0f of %,.0f possible polls a second".formatted(rate, target(contender, Metric.THROUGHPUT)),
                        contender));
        return groups.entrySet().stream()
                .map(group -> "%s %s %s."
                        .formatted(
                                Words.names(group.getValue()), Words.verb(group.getValue(), "answer"), group.getKey()))
                .collect(Collectors.joining(" "));
    }
}
