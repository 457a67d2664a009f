package dev.weir.perf.server;

import java.util.Collection;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A fixed piece of work on the generator's core, timed before each trial: a machine that is slower than it was for the
 * other trials of a block is not the same machine.
 */
public final class Calibration {
    /** How far from its block's median a trial may be. */
    public static final double MOST_OFF = 0.15;

    private static final int TIMES = 9;
    private static final int STEPS = 20_000_000;
    private static final long SEED = 20260101;

    private Calibration() {}

    /** The median of a few times: a neighbour's burst of a moment is not the machine's speed. */
    public static double seconds() {
        return median(DoubleStream.generate(Calibration::spinSeconds)
                .limit(TIMES)
                .boxed()
                .toList());
    }

    /** Seconds on the wall: what others take of the core counts. */
    static double spinSeconds() {
        long startNanos = System.nanoTime();
        long end = spin(STEPS);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        if (end == 0) {
            throw new IllegalStateException("xorshift never reaches 0");
        }
        return seconds;
    }

    /** Compiles the work, so that the first trial's is not slower than the rest. */
    public static void warmUp() {
        seconds();
    }

    /** Each step needs the one before: nothing to vectorise, nothing to skip, no memory to wait for. */
    static long spin(int steps) {
        long state = SEED;
        for (int i = 0; i < steps; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        return state;
    }

    /** How far a trial's time is off the usual one of its block; positive when it took longer. */
    public static double off(double seconds, double usualSeconds) {
        return seconds / usualSeconds - 1;
    }

    public static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        return StatUtils.percentile(
                values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }
}
