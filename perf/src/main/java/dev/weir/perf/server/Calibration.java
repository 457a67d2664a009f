package dev.weir.perf.server;

import java.util.Collection;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/** Times a fixed computation before each trial. A trial with an unusual time is invalid: the machine was disturbed. */
public final class Calibration {
    /**
     * Before each trial, a fixed computation is timed. A trial is valid if its time differs from the median of its
     * round by at most this fraction of the median.
     */
    public static final double MOST_OFF = 0.15;

    /** Runs the computation nine times. Returns the median time, which a short disturbance does not change. */
    public static double seconds() {
        return median(Stream.generate(Calibration::spinSeconds).limit(9).toList());
    }

    private static double spinSeconds() {
        long startNanos = System.nanoTime();
        long state = 20260101;
        // xorshift: each step needs the previous result, so the JVM can neither vectorise nor skip it.
        for (int i = 0; i < 20_000_000; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        if (state == 0) {
            throw new IllegalStateException("xorshift never reaches 0");
        }
        return (System.nanoTime() - startNanos) / 1e9;
    }

    public static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        return StatUtils.percentile(
                values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }
}
