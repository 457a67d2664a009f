package dev.weir.perf.server;

import java.util.Collection;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Times a fixed piece of work on the generator's core before each trial. A trial on a machine that is slower than for the
 * other trials of its block cannot be compared with them.
 */
public final class Calibration {
    /** The allowed deviation of a trial from the median of its block, as a share. */
    public static final double MOST_OFF = 0.15;

    private static final int TIMES = 9;
    private static final int STEPS = 20_000_000;
    private static final long SEED = 20260101;

    private Calibration() {}

    /** The median of some runs, which a short burst of a neighbour does not move. */
    public static double seconds() {
        return median(Stream.generate(Calibration::spinSeconds).limit(TIMES).toList());
    }

    /** Wall-clock seconds, which contain the time that others take of the core. */
    static double spinSeconds() {
        long startNanos = System.nanoTime();
        long end = spin(STEPS);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        if (end == 0) {
            throw new IllegalStateException("xorshift never reaches 0");
        }
        return seconds;
    }

    /** Lets the JVM compile the work, so that the first trial is not slower than the rest. */
    public static void warmUp() {
        seconds();
    }

    /** Each step needs the one before, so nothing is vectorised or skipped, and no memory is waited for. */
    static long spin(int steps) {
        long state = SEED;
        for (int i = 0; i < steps; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        return state;
    }

    /** The deviation of a trial's time from the median of its block, as a share; positive for a longer time. */
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
