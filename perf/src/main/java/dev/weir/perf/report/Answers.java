package dev.weir.perf.report;

import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Answers the question of a scenario in a few sentences, for one load. */
record Answers(Results results, LoadFigures figures) {
    private static final int MOST_MISSED = 3;
    /** Matches the error messages of a trial in which a subscriber lost an event. */
    private static final Pattern LOST = Pattern.compile("an event (did not come|was left out)");

    /** The answer to a scenario's question: a metric to draw in a chart, and sentences. */
    record Answer(Metric drawn, List<String> sentences) {
        private static Answer of(Metric drawn, String... sentences) {
            return new Answer(drawn, List.of(sentences));
        }
    }

    Answer answer() {
        Sentences say = new Sentences(results, figures);
        return switch (figures.scenario()) {
            case "S1" -> Answer.of(Metric.WAIT_MEAN, say.queues(), say.cpu());
            case "S1x" -> Answer.of(Metric.CPU, say.rates(), say.cpu());
            case "S2" -> Answer.of(Metric.THROUGHPUT, say.polls(), say.lastDelivery(), say.cpu());
            case "S2x" -> Answer.of(Metric.CPU, say.lastDelivery(), lossless(), say.cpu());
            case "S3", "memory" -> Answer.of(Metric.PROCESS, say.cost(Metric.PROCESS, "take", "memory"));
            case "S4" -> Answer.of(Metric.CPU, say.cpu(), say.timesCheapest());
            case "S7" -> Answer.of(Metric.CPU, say.rate(""), say.waiting(), say.cpu(), say.response());
            case "S8" ->
                Answer.of(
                        Metric.GOODPUT,
                        say.spread("With too many requests, servers answer %s times their capacity.", Metric.GOODPUT),
                        say.spread("Afterwards, their response times are normal again after %s.", Metric.RECOVERY));
            case "S9" ->
                Answer.of(
                        Metric.START,
                        say.spread("Servers are healthy %s after their start.", Metric.START),
                        say.differences(Metric.START, "take"),
                        say.spread("Until then they use %s of CPU.", Metric.START_CPU),
                        say.differences(Metric.START_CPU, "use"));
            case "S9s" -> Answer.of(Metric.THROUGHPUT, say.polls());
            case "capacity" -> Answer.of(Metric.THROUGHPUT, say.rate("At most, "));
            default -> Answer.of(Metric.CPU, say.cpu(), say.response());
        };
    }

    static List<Document.Answer> of(Results results) {
        return LoadFigures.compared(results).stream()
                .map(figures -> new Document.Answer(figures.load(), new Answers(results, figures).sentences()))
                .toList();
    }

    private List<String> sentences() {
        Stream<String> found = figures.valid().isEmpty()
                ? Stream.of("No answer, because none of the trials is valid.")
                : Stream.of(answer().sentences(), List.of(targets(), invalid())).flatMap(List::stream);
        return found.filter(sentence -> !sentence.isEmpty()).toList();
    }

    /** Returns a sentence that says that no event was lost, or an empty text if a trial lost an event. */
    private String lossless() {
        List<String> faults =
                figures.all().stream().flatMap(trial -> trial.faults().stream()).toList();
        return faults.stream().anyMatch(LOST.asPredicate())
                ? ""
                : faults.isEmpty() ? "No trial lost an event." : "No valid trial lost an event.";
    }

    private String targets() {
        List<String> missed = figures.missed().toList();
        long all = figures.valid().keySet().stream()
                .flatMap(figures::requirements)
                .filter(requirement -> requirement.sense() != Requirement.Sense.FIXED)
                .count();
        String by = figures.all().stream().allMatch(Trial::valid) ? "." : " by the valid trials.";
        return missed.isEmpty()
                ? all == 0 ? "" : "All targets are met" + by
                : missed.size() > MOST_MISSED
                        ? "**%d targets are missed**, see below.".formatted(missed.size())
                        : "**Missed targets:** %s.".formatted(Words.and(missed));
    }

    private String invalid() {
        Set<String> without = new LinkedHashSet<>();
        figures.all().forEach(trial -> without.add(trial.planned().contender()));
        without.removeAll(figures.valid().keySet());
        return without.isEmpty() ? "" : "Without a valid trial: %s.".formatted(Words.names(without));
    }
}
