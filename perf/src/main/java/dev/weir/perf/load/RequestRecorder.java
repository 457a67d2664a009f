package dev.weir.perf.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Counts what the requests of one window did.
 *
 * <p>A request belongs to the window in which it was meant to start, however late its answer comes: one that counted
 * where it ends would leave out the slowest. Confined to the generator's loop.
 */
public final class RequestRecorder {
    private static final int DIGITS = 3;
    private static final long LONGEST_MICROS = TimeUnit.SECONDS.toMicros(60);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Window window;
    private final List<Second> seconds = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private long planned;
    private long connections;
    private long answers;

    public RequestRecorder(Window window) {
        this.window = window;
        for (long from = 0; from < window.toNanos() - window.fromNanos(); from += SECOND_NANOS) {
            seconds.add(new Second());
        }
    }

    Window window() {
        return window;
    }

    void planned(long intendedNanos) {
        if (window.contains(intendedNanos)) {
            planned++;
        }
    }

    void connected() {
        connections++;
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
        }
    }

    void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    /** Right answers until now, in the window and before it. On the generator's loop. */
    public long answers() {
        return answers;
    }

    /** What was counted so far, safe to be carried to another thread. */
    public RequestRecording recording() {
        return new RequestRecording(
                window.seconds(),
                planned,
                seconds.stream()
                        .mapToLong(s -> s.responseMicros.getTotalCount())
                        .sum(),
                connections,
                seconds.stream().map(second -> second.answers).toList(),
                seconds.stream().map(second -> second.responseMicros.copy()).toList(),
                seconds.stream().map(second -> second.serviceMicros.copy()).toList(),
                Map.copyOf(errors));
    }

    static Histogram histogram() {
        return new Histogram(LONGEST_MICROS, DIGITS);
    }

    private Second second(long nanos) {
        return seconds.get((int) ((nanos - window.fromNanos()) / SECOND_NANOS));
    }

    private static long micros(long nanos) {
        return Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos));
    }

    /** One second of the window; its histograms grow with their values, since a window may have many seconds. */
    private static final class Second {
        private final Histogram responseMicros = new Histogram(DIGITS);
        private final Histogram serviceMicros = new Histogram(DIGITS);
        private long answers;
    }

    /**
     * What a {@link RequestRecorder} had counted when it was asked; a request belongs to the window in which it was meant
     * to start.
     *
     * @param planned requests meant to start in the window
     * @param answered of these, rightly and in full
     * @param connections opened, in the window and outside
     * @param answersBySecond right answers that came in each second of the window, whenever they were asked for
     * @param responseMicrosBySecond from the intended start to the last byte, by the second of the intended start
     * @param serviceMicrosBySecond from the sending to the last byte, of the same requests in the same seconds
     * @param errors by reason, in the window and outside
     */
    public record RequestRecording(
            double windowSeconds,
            long planned,
            long answered,
            long connections,
            List<Long> answersBySecond,
            List<Histogram> responseMicrosBySecond,
            List<Histogram> serviceMicrosBySecond,
            Map<String, Long> errors) {

        public double plannedPerSecond() {
            return planned / windowSeconds;
        }

        public double answeredPerSecond() {
            return answersBySecond.stream().mapToLong(Long::longValue).sum() / windowSeconds;
        }

        /** Of the whole window. */
        public Histogram responseMicros() {
            return sum(responseMicrosBySecond);
        }

        /** Of the whole window. */
        public Histogram serviceMicros() {
            return sum(serviceMicrosBySecond);
        }

        private static Histogram sum(List<Histogram> bySecond) {
            Histogram sum = RequestRecorder.histogram();
            bySecond.forEach(sum::add);
            return sum;
        }
    }
}
