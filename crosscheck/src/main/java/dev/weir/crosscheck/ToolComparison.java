package dev.weir.crosscheck;

import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.result.Checks;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Compares the results of this project's load generator with those of another one. */
record ToolComparison(Pairing pairing, List<Pair> pairs) {
    private static final double MARGIN = 0.05;
    private static final double TAIL_MARGIN = 0.10;

    private static final String RATE = "requests/s";
    private static final String P50 = "p50";
    private static final String P99 = "p99";
    private static final String SENT = "p50 from the sending, microseconds";
    private static final String ERRORS = "errors";
    private static final String MICROS = ", microseconds";
    private static final List<String> FIGURES = List.of(RATE, P50 + MICROS, P99 + MICROS, SENT, ERRORS);

    /**
     * A kind of load, and the load generator to compare ours with. A report has each comparison once, in this order.
     */
    enum Pairing {
        CLOSED("Closed", CrossCheckTrial.WRK),
        OPEN("Open, %.0f requests/s".formatted(CrossCheckTrial.RATE), CrossCheckTrial.OHA),
        DELAYED(
                "Open, %.0f requests/s through a relay of %d ms"
                        .formatted(CrossCheckTrial.RATE, CrossCheckTrial.PLANTED.toMillis()),
                CrossCheckTrial.OHA);

        /** The name of each figure of this comparison begins with this text. */
        final String prefix;

        Pairing(String load, String tool) {
            prefix = "%s, beside %s: ".formatted(load, tool);
        }

        private Stream<String> names() {
            return FIGURES.stream().map(figure -> prefix + figure);
        }
    }

    record Pair(LatencySummary ours, LatencySummary theirs) {}

    void addTo(Checks checks) {
        String prefix = pairing.prefix;
        Turns turns = Turns.of(
                pairing.names().toList(),
                pairs.stream()
                        .map(pair -> new Turns.Pair(pair.ours.figures(prefix), pair.theirs.figures(prefix)))
                        .toList());
        turns.addTo(checks);
        judge(prefix, turns, checks);
    }

    /**
     * Adds the series and the checks of all comparisons to {@code checks}. Throws in the same cases as
     * {@link Turns#read}.
     *
     * @param written the series of a report, by name
     */
    static void judge(Map<String, List<Number>> written, Checks checks) {
        List<String> names =
                Arrays.stream(Pairing.values()).flatMap(Pairing::names).toList();
        Turns turns = Turns.read(names, written);
        turns.addTo(checks);
        for (Pairing pairing : Pairing.values()) {
            judge(pairing.prefix, turns, checks);
        }
    }

    private static void judge(String prefix, Turns turns, Checks checks) {
        ratio(prefix + RATE, turns, checks, "", MARGIN);
        ratio(prefix + P50, turns, checks, MICROS, MARGIN);
        ratio(prefix + P99, turns, checks, MICROS, TAIL_MARGIN);
        // The server takes equally long for both, so the difference is the clients' own work.
        checks.measured(
                prefix + "our p50 - theirs, from the intended start", difference(prefix + P50 + MICROS, turns), "us");
        checks.measured(prefix + "our p50 - theirs, from the sending", difference(prefix + SENT, turns), "us");
        double errors = Math.max(
                turns.mostFaults(prefix + ERRORS + Turns.OURS), turns.mostFaults(prefix + ERRORS + Turns.THEIRS));
        checks.exactly(prefix + "errors of either, worst turn", errors, 0);
    }

    private static void ratio(String figure, Turns turns, Checks checks, String unit, double margin) {
        double median = turns.medianRatio(figure + unit);
        checks.between(figure + ", ours / theirs, median of pairs", median, 1 - margin, 1 + margin, "");
    }

    private static double difference(String name, Turns turns) {
        return turns.medianOfPairs(name, (ours, theirs) -> ours - theirs);
    }

    /**
     * The results of one generator. The latencies {@code p50Micros} and {@code p99Micros} include the delay of a
     * request that is sent late.
     *
     * @param sentP50Micros the median time from sending a request to its answer. Only Weir's generator measures this
     *     time. For wrk and oha, the value is {@code p50Micros}
     */
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

        /**
         * Returns the results of our closed-loop load, changed as {@link Tool.Wrk wrk} changes its own. A connection
         * that waits for a slow response sends no further requests. Latencies are added for these missing requests.
         */
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
