package dev.weir.perf.server;

import java.util.Collection;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Times a fixed piece of work on the generator's core before each trial. A trial on a machine that was slower than
 * in the other trials of its block is invalid.
 */
public final class Calibration {
    /** The largest relative deviation of a trial from the median of its block. */
    public static final double MOST_OFF = 0.15;

    /** Returns the median of several runs, so that a short burst of another guest does not matter. */
    public static double seconds() {
        return median(Stream.generate(Calibration::spinSeconds).limit(9).toList());
    }

    /** Returns wall-clock seconds, so that CPU time of other processes and guests counts. */
    static double spinSeconds() {
        long startNanos = System.nanoTime();
        long end = spin(20_000_000);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        if (end == 0) {
            throw new IllegalStateException("xorshift never reaches 0");
        }
        return seconds;
    }

    /** Runs xorshift steps. Each needs the one before, so the JVM cannot vectorise or skip them. */
    static long spin(int steps) {
        long state = 20260101;
        for (int i = 0; i < steps; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        return state;
    }

    public static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        return StatUtils.percentile(
                values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }
}
