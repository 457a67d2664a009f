package dev.weir.perf.bench;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One step of a download, from asking for a chunk to having written it, in a server where nobody has to wait.
 *
 * <p>Workload: each thread takes its downloads in turns, each of a client of its own, all under one global limit; the
 * write is a number that is returned. Equal work: one decision of the client's limit and one of the global limit a
 * chunk. The throttle also keeps turns, counts what it grants, and hands each grant to the download's loop through its
 * queue; the limiters answer on the spot and do none of that. A download that had to wait fails the trial.
 *
 * <p>{@snippet lang="shell" :
 * ./weir bench --quick --out DIR    # or only this, with two threads:
 * java -cp perf/target/perf.jar org.openjdk.jmh.Main ThrottleBenchmark -prof gc -t 2
 * }
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThrottleBenchmark {
    /** What the threads share. */
    @State(Scope.Benchmark)
    public static class Shared {
        @Param
        public ServerType server = ServerType.WEIR;

        private ServerType.Server running;

        @Setup
        public void start() {
            running = server.create();
        }

        @TearDown
        public void stop() {
            running.close();
        }
    }

    /** What a thread has of its own. */
    @State(Scope.Thread)
    public static class Own {
        @Param({"1", "1000"})
        public int downloads = 1;

        private LongSupplier steps;

        @Setup
        public void open(Shared shared) {
            steps = shared.running.open(downloads);
        }
    }

    @Benchmark
    public long step(Own own) {
        return own.steps.getAsLong();
    }
}
