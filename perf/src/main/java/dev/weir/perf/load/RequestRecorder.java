package dev.weir.perf.load;

import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Records the response times of the requests planned in a {@link Window}, and the answers that come in the window. */
public final class RequestRecorder {
    private static final String REFUSED = "status 503";
    private static final int DIGITS = 3;
    private static final long LONGEST_MICROS = TimeUnit.SECONDS.toMicros(60);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Window window;
    private final List<Second> seconds = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Histogram answeredMicros = new Histogram(DIGITS);
    private long planned;
    private long plannedInAll;
    private long answers;

    public RequestRecorder(Window window) {
        this.window = window;
        for (long from = 0; from < window.toNanos() - window.fromNanos(); from += SECOND_NANOS) {
            seconds.add(new Second());
        }
    }

    void planned(long intendedNanos) {
        plannedInAll++;
        if (window.contains(intendedNanos)) {
            planned++;
        }
    }

    void answered(long intendedNanos, long sentNanos, long answeredNanos) {
        answers++;
        if (window.contains(intendedNanos)) {
            Second second = second(intendedNanos);
            second.responseMicros.recordValue(micros(answeredNanos - intendedNanos));
            second.serviceMicros.recordValue(micros(answeredNanos - sentNanos));
        }
        if (window.contains(answeredNanos)) {
            second(answeredNanos).answers++;
            answeredMicros.recordValue(micros(answeredNanos - sentNanos));
        }
    }

    void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    long answers() {
        return answers;
    }

    RequestRecording recording() {
        return new RequestRecording(
                window.seconds(),
                planned,
                plannedInAll - answers,
                seconds.stream().map(second -> second.answers).toList(),
                seconds.stream().map(second -> second.responseMicros.copy()).toList(),
                seconds.stream().map(second -> second.serviceMicros.copy()).toList(),
                answeredMicros.copy(),
                Map.copyOf(errors));
    }

    private Second second(long nanos) {
        return seconds.get((int) ((nanos - window.fromNanos()) / SECOND_NANOS));
    }

    private static long micros(long nanos) {
        return Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos));
    }

    private static final class Second {
        private final Histogram responseMicros = new Histogram(DIGITS);
        private final Histogram serviceMicros = new Histogram(DIGITS);
        private long answers;
    }

    /**
     * Results for one window. {@code planned} is the number of requests whose planned start is in the window.
     *
     * @param unanswered the number of requests since the start of the load that were refused, failed or still wait
     * @param answeredMicros the times from sending to answer, for all answers that came in the window
     */
    public record RequestRecording(
            double windowSeconds,
            long planned,
            long unanswered,
            List<Long> answersBySecond,
            List<Histogram> responseMicrosBySecond,
            List<Histogram> serviceMicrosBySecond,
            Histogram answeredMicros,
            Map<String, Long> errors) {
        public long answered() {
            return responseMicros().getTotalCount();
        }

        public long refused() {
            return errors.getOrDefault(REFUSED, 0L);
        }

        public Map<String, Long> otherErrors() {
            return Maps.filterKeys(errors, reason -> !reason.equals(REFUSED));
        }

        public double plannedPerSecond() {
            return planned / windowSeconds;
        }

        public double answeredPerSecond() {
            return answersBySecond.stream().mapToLong(Long::longValue).sum() / windowSeconds;
        }

        public Histogram responseMicros() {
            return sum(responseMicrosBySecond);
        }

        public Histogram serviceMicros() {
            return sum(serviceMicrosBySecond);
        }

        private static Histogram sum(List<Histogram> bySecond) {
            Histogram sum = new Histogram(LONGEST_MICROS, DIGITS);
            bySecond.forEach(sum::add);
            return sum;
        }
    }
}
