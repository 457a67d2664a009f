package dev.weir.perf.load;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

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
