package dev.weir.perf.control;

import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.site.Findings;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Our generator and another one, in turns on the same server.
 *
 * @param judged whether both must say the same: not where the clients' own work is a large part of what they report
 */
record Comparison(String load, String tool, boolean judged, List<Pair> pairs) {
    private static final double MARGIN = 0.05;
    private static final double TAIL_MARGIN = 0.10;

    /** One turn of each, one right after the other. */
    record Pair(Figures ours, Figures theirs) {}

    /** Adds the medians of the pairs' ratios, each checked against one, and every pair. */
    void addTo(Findings found) {
        ratio(found, "requests/s", MARGIN, Figures::perSecond);
        ratio(found, "p50", MARGIN, Figures::p50Micros);
        ratio(found, "p99", TAIL_MARGIN, Figures::p99Micros);
        // The clients' own work, whatever the server takes.
        double fromIntended = median(pair -> pair.ours.p50Micros() - pair.theirs.p50Micros());
        double fromSending = median(pair -> pair.ours.sentP50Micros() - pair.theirs.p50Micros());
        found.measured(name("our p50 less theirs, from the intended start"), fromIntended, "us");
        found.measured(name("our p50 less theirs, from the sending"), fromSending, "us");
        series(found, "requests/s", Figures::perSecond);
        series(found, "p50, microseconds", Figures::p50Micros);
        series(found, "p99, microseconds", Figures::p99Micros);
        long errors = pairs.stream()
                .mapToLong(pair -> pair.ours.errors() + pair.theirs.errors())
                .sum();
        found.exactly(name("errors of both"), errors, 0);
    }

    private String name(String figure) {
        return "%s, beside %s: %s".formatted(load, tool, figure);
    }

    private void ratio(Findings found, String what, double margin, ToDoubleFunction<Figures> figure) {
        double median = median(pair -> figure.applyAsDouble(pair.ours) / figure.applyAsDouble(pair.theirs));
        String name = name(what + ", ours / theirs, median of pairs");
        if (judged) {
            found.between(name, median, 1 - margin, 1 + margin, "");
        } else {
            found.measured(name, median, "");
        }
    }

    private void series(Findings found, String what, ToDoubleFunction<Figures> figure) {
        found.raw(name("our " + what), values(pair -> figure.applyAsDouble(pair.ours)));
        found.raw(name("their " + what), values(pair -> figure.applyAsDouble(pair.theirs)));
    }

    private List<Double> values(ToDoubleFunction<Pair> value) {
        return pairs.stream().mapToDouble(value).boxed().toList();
    }

    private double median(ToDoubleFunction<Pair> value) {
        return StatUtils.percentile(pairs.stream().mapToDouble(value).toArray(), 50);
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
