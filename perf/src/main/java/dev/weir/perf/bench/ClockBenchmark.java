package dev.weir.perf.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Measures one call of {@link System#nanoTime()}. A rate limiter that reads this clock needs at least this time.
 *
 * <p>Run it with {@code java -cp perf/target/perf.jar org.openjdk.jmh.Main ClockBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClockBenchmark {
    @Benchmark
    public long read() {
        return System.nanoTime();
    }
}
