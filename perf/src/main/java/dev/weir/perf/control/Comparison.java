package dev.weir.perf.control;

import dev.weir.perf.load.RequestRecorder;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Our generator and another one, in turns on the same server.
 *
 * @param judged whether both must say the same: not where the clients' own work is a large part of what they report
 */
record Comparison(String load, String tool, boolean judged, List<Pair> pairs) {
    static final double MARGIN = 0.05;
    static final double TAIL_MARGIN = 0.10;
    private static final String NOT_JUDGED =
            "so short a response is largely the clients' own work. Ours counts from the plan, so a timer that wakes it"
                + " late is part of it; oha counts from when its timer has woken it, and its own way from there to the"
                + " socket is part of it.";

    /** One turn of each, one right after the other. */
    record Pair(Figures ours, Figures theirs) {
        double ratio(ToDoubleFunction<Figures> figure) {
            return figure.applyAsDouble(ours) / figure.applyAsDouble(theirs);
        }
    }

    /** The median of the pairs' ratios, beside what it may differ from one by. */
    record Ratio(String figure, double median, double margin) {
        boolean met() {
            return Math.abs(median - 1) <= margin;
        }
    }

    List<Ratio> ratios() {
        return List.of(
                new Ratio("throughput", median(Figures::perSecond), MARGIN),
                new Ratio("p50", median(Figures::p50Micros), MARGIN),
                new Ratio("p99", median(Figures::p99Micros), TAIL_MARGIN));
    }

    /** What our p50, of either kind, is more than theirs: the clients' own work, whatever the server takes. */
    private double differenceMicros(ToDoubleFunction<Figures> ofOurs) {
        return median(pairs.stream()
                .mapToDouble(pair -> ofOurs.applyAsDouble(pair.ours) - pair.theirs.p50Micros())
                .sorted()
                .toArray());
    }

    boolean met() {
        boolean right = pairs.stream().allMatch(pair -> pair.ours.errors() == 0 && pair.theirs.errors() == 0);
        return right && (!judged || ratios().stream().allMatch(Ratio::met));
    }

    private double median(ToDoubleFunction<Figures> figure) {
        return median(
                pairs.stream().mapToDouble(pair -> pair.ratio(figure)).sorted().toArray());
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    String markdown() {
        StringBuilder text = new StringBuilder("%n## %s, beside %s%n%n".formatted(load, tool));
        text.append("| | ours / theirs (median of pairs) | target | |%n|---|---|---|---|%n".formatted());
        ratios().forEach(ratio -> text.append("| %s | %.3f | within %.0f %% | %s |%n"
                .formatted(
                        ratio.figure,
                        ratio.median,
                        ratio.margin * 100,
                        !judged ? "shown" : ratio.met() ? "met" : "MISSED")));
        text.append("%nOur p50 less theirs: %+.0f us from the intended start, %+.0f us from the sending.%s%n%n"
                .formatted(
                        differenceMicros(Figures::p50Micros),
                        differenceMicros(Figures::sentP50Micros),
                        judged ? "" : " Not judged: " + NOT_JUDGED));
        text.append(
                "| pair | requests/s | theirs | p50 us | theirs | p99 us | theirs | errors | theirs |%n".formatted());
        text.append("|---|---|---|---|---|---|---|---|---|%n".formatted());
        for (int i = 0; i < pairs.size(); i++) {
            Figures ours = pairs.get(i).ours;
            Figures theirs = pairs.get(i).theirs;
            text.append("| %d | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %d | %d |%n"
                    .formatted(
                            i + 1,
                            ours.perSecond(),
                            theirs.perSecond(),
                            ours.p50Micros(),
                            theirs.p50Micros(),
                            ours.p99Micros(),
                            theirs.p99Micros(),
                            ours.errors(),
                            theirs.errors()));
        }
        return text.toString();
    }

    /**
     * What a generator says of one load.
     *
     * @param p50Micros by the generator's own definition; ours is from the intended start, or as wrk's beside wrk
     * @param sentP50Micros from the sending, where the generator tells both
     */
    record Figures(double perSecond, double p50Micros, double p99Micros, double sentP50Micros, long errors) {
        /** Of a generator that tells one kind of latency only. */
        static Figures of(double perSecond, double p50Micros, double p99Micros, long errors) {
            return new Figures(perSecond, p50Micros, p99Micros, p50Micros, errors);
        }

        /** From the intended start. */
        static Figures of(RequestRecorder.RequestRecording recording) {
            return of(recording, recording.responseMicros());
        }

        /**
         * Of a closed load, as wrk reports it: where a connection waited for longer than it does in the mean, the requests
         * are added that it would have sent meanwhile.
         */
        static Figures asWrk(RequestRecorder.RequestRecording recording, int connections) {
            double meanMicros = connections * 1e6 / recording.answeredPerSecond();
            return of(recording, recording.serviceMicros().copyCorrectedForCoordinatedOmission(Math.round(meanMicros)));
        }

        private static Figures of(RequestRecorder.RequestRecording recording, Histogram micros) {
            long lost = recording.planned() - recording.answered();
            long reported = recording.errors().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            return new Figures(
                    recording.answeredPerSecond(),
                    micros.getValueAtPercentile(50),
                    micros.getValueAtPercentile(99),
                    recording.serviceMicros().getValueAtPercentile(50),
                    Math.max(lost, reported));
        }
    }
}
