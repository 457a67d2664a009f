package dev.weir.crosscheck;

import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.result.Checks;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.StatUtils;

/** Compares this project's generator with {@code tool}, another load generator. */
record ToolComparison(String load, String tool, List<Pair> pairs) {
    private static final double MARGIN = 0.05;
    private static final double TAIL_MARGIN = 0.10;

    record Pair(LatencySummary ours, LatencySummary theirs) {}

    void addTo(Checks checks) {
        figure(checks, "requests/s", "", MARGIN, LatencySummary::perSecond);
        figure(checks, "p50", ", microseconds", MARGIN, LatencySummary::p50Micros);
        figure(checks, "p99", ", microseconds", TAIL_MARGIN, LatencySummary::p99Micros);
        // The server takes equally long for both, so the difference is the clients' own work.
        double fromIntended = median(pair -> pair.ours.p50Micros() - pair.theirs.p50Micros());
        double fromSending = median(pair -> pair.ours.sentP50Micros() - pair.theirs.p50Micros());
        checks.measured(name("our p50 - theirs, from the intended start"), fromIntended, "us");
        checks.measured(name("our p50 - theirs, from the sending"), fromSending, "us");
        long errors = pairs.stream()
                .mapToLong(pair -> pair.ours.errors() + pair.theirs.errors())
                .sum();
        checks.exactly(name("errors of both"), errors, 0);
    }

    private String name(String figure) {
        return "%s, beside %s: %s".formatted(load, tool, figure);
    }

    private void figure(
            Checks checks, String what, String unit, double margin, ToDoubleFunction<LatencySummary> figure) {
        double median = median(pair -> figure.applyAsDouble(pair.ours) / figure.applyAsDouble(pair.theirs));
        checks.between(name(what + ", ours / theirs, median of pairs"), median, 1 - margin, 1 + margin, "");
        checks.raw(name("our " + what + unit), values(pair -> figure.applyAsDouble(pair.ours)));
        checks.raw(name("their " + what + unit), values(pair -> figure.applyAsDouble(pair.theirs)));
    }

    private List<Double> values(ToDoubleFunction<Pair> value) {
        return pairs.stream().mapToDouble(value).boxed().toList();
    }

    private double median(ToDoubleFunction<Pair> value) {
        return StatUtils.percentile(pairs.stream().mapToDouble(value).toArray(), 50);
    }

    /** The results of one generator. {@code sentP50Micros} is the median time from sending a request to its answer. */
    record LatencySummary(double perSecond, double p50Micros, double p99Micros, double sentP50Micros, long errors) {
        static LatencySummary of(double perSecond, double p50Micros, double p99Micros, long errors) {
            return new LatencySummary(perSecond, p50Micros, p99Micros, p50Micros, errors);
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
