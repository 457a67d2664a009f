package dev.weir.perf.server;

import java.util.Collection;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Times a fixed computation on the load generator's core before each trial, to detect that the machine's speed changed.
 * A trial is invalid if this time differs too much from the median of its block. A block is a round in which each
 * contender runs once.
 */
public final class Calibration {
    /** The largest valid deviation from the median of the block; 0.15 is 15 per cent. */
    public static final double MOST_OFF = 0.15;

    /** Returns the median time of several computations, so that a short disturbance does not matter. */
    public static double seconds() {
        return median(Stream.generate(Calibration::spinSeconds).limit(9).toList());
    }

    /** Returns the wall-clock seconds of one computation. They include delays by other processes and other guests. */
    static double spinSeconds() {
        long startNanos = System.nanoTime();
        long end = spin(20_000_000);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        if (end == 0) {
            throw new IllegalStateException("xorshift never reaches 0");
        }
        return seconds;
    }

    /** Runs xorshift steps. Each needs the previous result, so the JVM can neither vectorise nor skip them. */
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
