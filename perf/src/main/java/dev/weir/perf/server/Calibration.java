package dev.weir.perf.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/** Times a fixed computation before and after each trial. An unusual time tells that the machine was disturbed. */
public final class Calibration {
    /** In a valid trial, each core's times are within this fraction of the core's median in that round of trials. */
    public static final double MOST_OFF = 0.15;

    /** Times a fixed computation, in seconds, first on the server's core and then on the load generator's core. */
    public static List<Double> ofBothCores() throws IOException, InterruptedException {
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            return thread.submit(() -> {
                        List<Double> seconds = new ArrayList<>();
                        for (String core : List.of("0", "1")) {
                            Cores.moveThisThread(core);
                            seconds.add(seconds());
                        }
                        return seconds;
                    })
                    .get();
        } catch (ExecutionException e) {
            throw new IOException("the cores cannot be calibrated", e);
        }
    }

    /** Runs the computation nine times. Returns the median time, which a short disturbance does not change. */
    private static double seconds() {
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
