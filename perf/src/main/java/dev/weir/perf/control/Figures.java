package dev.weir.perf.control;

import dev.weir.perf.load.RequestRecording;
import org.HdrHistogram.Histogram;

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
    static Figures of(RequestRecording recording) {
        return of(recording, recording.responseMicros());
    }

    /**
     * Of a closed load, as wrk reports it: where a connection waited for longer than it does in the mean, the requests
     * are added that it would have sent meanwhile.
     */
    static Figures asWrk(RequestRecording recording, int connections) {
        double meanMicros = connections * 1e6 / recording.answeredPerSecond();
        return of(recording, recording.serviceMicros().copyCorrectedForCoordinatedOmission(Math.round(meanMicros)));
    }

    private static Figures of(RequestRecording recording, Histogram micros) {
        long lost = recording.planned() - recording.answered();
        long reported =
                recording.errors().values().stream().mapToLong(Long::longValue).sum();
        return new Figures(
                recording.answeredPerSecond(),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(99),
                recording.serviceMicros().getValueAtPercentile(50),
                Math.max(lost, reported));
    }
}
