package dev.weir.perf.report;

import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers the question of a load's scenario in a few sentences, from the figures of the valid trials. */
record Answers(Results results, LoadFigures figures) {
    private static final int MOST_MISSED = 3;
    /** Returns an answer for each load, after what holds for all loads of the scenario. */
    static List<Document.Answer> of(Results results) {
        Map<String, Map<String, List<String>>> byScenario = new LinkedHashMap<>();
        LoadFigures.plain(results)
                .forEach(figures -> byScenario
                        .computeIfAbsent(figures.scenario(), _ -> new LinkedHashMap<>())
                        .put(figures.load(), new Answers(results, figures).sentences()));
        List<Document.Answer> answers = new ArrayList<>();
        byScenario.forEach((scenario, byLoad) -> {
            Set<String> common = new LinkedHashSet<>(byLoad.values().iterator().next());
            byLoad.values().forEach(common::retainAll);
            if (byLoad.size() > 1 && !common.isEmpty()) {
                answers.add(new Document.Answer(scenario + ", all loads", List.copyOf(common)));
                byLoad.values().forEach(sentences -> sentences.removeAll(common));
            }
            byLoad.forEach((load, sentences) -> {
                if (!sentences.isEmpty()) {
                    answers.add(new Document.Answer(load, sentences));
                }
            });
        });
        return answers;
    }

    private List<String> sentences() {
        if (figures.valid().isEmpty()) {
            return new ArrayList<>(List.of("No answer, because none of the trials is valid."));
        }
        Stream<String> found = switch (figures.scenario()) {
            case "S1" -> Stream.of(new Together(figures).queues(), cpu());
            case "S1x" -> Stream.of(rates(), cpu());
            case "S2" -> Stream.of(new Together(figures).polls(), lastDelivery(), cpu());
            case "S2x" -> Stream.of("No valid trial lost an event.", lastDelivery(), cpu());
            case "S3", "memory" -> Stream.of(cost(Metric.PROCESS, "take", "memory"));
            case "capacity" -> Stream.of(capacity());
            default -> Stream.of(cpu(), response());
        };
        return Stream.concat(found, Stream.of(missed(), invalid()))
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private String rates() {
        List<String> keep = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        figures.valid().keySet().forEach(contender -> {
            double outside = figures.worst(Metric.WITHIN, contender);
            if (outside == 0) {
                keep.add(contender);
            } else {
                sentences.add("With `%s`, up to %.0f of the clients miss their rate, the worst by %s."
                        .formatted(
                                contender,
                                outside,
                                Numbers.of(Metric.Unit.SHARE, figures.worst(Metric.WORST_RATE, contender))));
            }
        });
        if (!keep.isEmpty()) {
            sentences.addFirst("Every client of %s gets its rate.".formatted(Words.names(keep)));
        }
        return String.join(" ", sentences);
    }

    private String lastDelivery() {
        Map<String, Double> mean = figures.medians(Metric.LAST_MEAN);
        return mean.isEmpty()
                ? ""
                : "The last client has an event after %s on average, and after %s at worst."
                        .formatted(
                                Words.spread(mean, Numbers::seconds),
                                Numbers.seconds(Collections.max(mean.keySet().stream()
                                        .map(contender -> figures.worst(Metric.LAST_MAX, contender))
                                        .toList())));
    }

    private String response() {
        Map<String, Double> medians = figures.medians(Metric.RESPONSE_P50);
        return medians.isEmpty()
                ? ""
                : "The median response takes %s.".formatted(Words.spread(medians, Numbers::seconds));
    }

    private String capacity() {
        Map<String, Double> rates = figures.medians(Metric.THROUGHPUT);
        boolean once = figures.valid().values().stream().allMatch(trials -> trials.size() == 1);
        return "At most, %s %ss a second.%s"
                .formatted(
                        Words.each(rates, "answer", Numbers.in(Metric.THROUGHPUT)),
                        figures.unit(),
                        once && rates.size() > 1 ? " One block is too few to tell which is faster." : "");
    }

    private String cpu() {
        return cost(Metric.CPU, "use", "CPU");
    }

    private String cost(Metric metric, String verb, String what) {
        return new CostAnswer(results, figures, metric, verb, what).text();
    }

    private String missed() {
        List<String> missed = figures.valid().entrySet().stream()
                .flatMap(server -> server.getValue().stream()
                        .flatMap(trial -> trial.requirements().stream())
                        .filter(requirement -> !requirement.met())
                        .map(requirement -> "`%s` (%s)".formatted(server.getKey(), figures.title(requirement.metric())))
                        .distinct())
                .toList();
        boolean any = figures.valid().values().stream()
                .flatMap(List::stream)
                .anyMatch(trial -> !trial.requirements().isEmpty());
        return missed.isEmpty()
                ? any ? "All targets are met." : ""
                : missed.size() > MOST_MISSED
                        ? "**%d targets are missed**, see below.".formatted(missed.size())
                        : "**Missed targets:** %s.".formatted(Words.and(missed));
    }

    private String invalid() {
        List<String> without = figures.all().keySet().stream()
                .filter(contender -> !figures.valid().containsKey(contender))
                .toList();
        return without.isEmpty() ? "" : "Without a valid trial: %s.".formatted(Words.names(without));
    }
}
