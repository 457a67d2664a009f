package dev.weir.crosscheck;

import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.result.Checks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Compares this project's generator with {@code tool}, another load generator. */
record ToolComparison(String load, String tool, List<Pair> pairs) {
    private static final double MARGIN = 0.05;
    private static final double TAIL_MARGIN = 0.10;

    private static final String RATE = "requests/s";
    private static final String P50 = "p50";
    private static final String P99 = "p99";
    private static final String SENT = "p50 from the sending, microseconds";
    private static final String ERRORS = "errors";
    private static final String MICROS = ", microseconds";

    record Pair(LatencySummary ours, LatencySummary theirs) {}

    void addTo(Checks checks) {
        String prefix = "%s, beside %s: ".formatted(load, tool);
        judge(
                Turns.of(pairs.stream()
                        .map(pair -> new Turns.Pair(pair.ours.figures(prefix), pair.theirs.figures(prefix)))
                        .toList()),
                checks);
    }

    /** Adds the series, and judges each comparison. The names of its series begin with its load and its tool. */
    static void judge(Turns turns, Checks checks) {
        turns.series().forEach(checks::raw);
        turns.names().stream()
                .map(name -> name.substring(0, name.lastIndexOf(": ") + 2))
                .distinct()
                .forEach(prefix -> judge(prefix, turns, checks));
    }

    private static void judge(String prefix, Turns turns, Checks checks) {
        ratio(prefix + RATE, turns, checks, "", MARGIN);
        ratio(prefix + P50, turns, checks, MICROS, MARGIN);
        ratio(prefix + P99, turns, checks, MICROS, TAIL_MARGIN);
        // The server takes equally long for both, so the difference is the clients' own work.
        checks.measured(
                prefix + "our p50 - theirs, from the intended start", difference(prefix + P50 + MICROS, turns), "us");
        checks.measured(prefix + "our p50 - theirs, from the sending", difference(prefix + SENT, turns), "us");
        double errors = turns.sum(prefix + ERRORS + Turns.OURS) + turns.sum(prefix + ERRORS + Turns.THEIRS);
        checks.exactly(prefix + "errors of both", errors, 0);
    }

    private static void ratio(String figure, Turns turns, Checks checks, String unit, double margin) {
        double median = turns.medianRatio(figure + unit);
        checks.between(figure + ", ours / theirs, median of pairs", median, 1 - margin, 1 + margin, "");
    }

    private static double difference(String name, Turns turns) {
        return turns.medianOfPairs(name, (ours, theirs) -> ours - theirs);
    }

    /** The results of one generator. {@code sentP50Micros} is the median time from sending a request to its answer. */
    record LatencySummary(double perSecond, double p50Micros, double p99Micros, double sentP50Micros, long errors) {
        static LatencySummary of(double perSecond, double p50Micros, double p99Micros, long errors) {
            return new LatencySummary(perSecond, p50Micros, p99Micros, p50Micros, errors);
        }

        private Map<String, Double> figures(String prefix) {
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put(prefix + RATE, perSecond);
            figures.put(prefix + P50 + MICROS, p50Micros);
            figures.put(prefix + P99 + MICROS, p99Micros);
            figures.put(prefix + SENT, sentP50Micros);
            figures.put(prefix + ERRORS, (double) errors);
            return figures;
        }

        static LatencySummary of(RequestRecorder.RequestRecording recording) {
            return of(recording, recording.responseMicros());
        }

        /** Returns the results of our closed-loop load. Corrects them in the same way as {@link Tool.Wrk wrk} does. */
        static LatencySummary asWrk(RequestRecorder.RequestRecording recording, int connections) {
            double meanMicros = connections * 1e6 / recording.answeredPerSecond();
            return of(recording, recording.serviceMicros().copyCorrectedForCoordinatedOmission(Math.round(meanMicros)));
        }

        private static LatencySummary of(RequestRecorder.RequestRecording recording, Histogram micros) {
            long lost = recording.planned() - recording.answered();
            long reported = recording.errors().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            return new LatencySummary(
                    recording.answeredPerSecond(),
                    micros.getValueAtPercentile(50),
                    micros.getValueAtPercentile(99),
                    recording.serviceMicros().getValueAtPercentile(50),
                    Math.max(lost, reported));
        }
    }
}
