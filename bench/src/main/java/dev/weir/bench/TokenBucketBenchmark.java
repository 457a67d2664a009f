package dev.weir.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Measures one decision of a rate limiter that all threads share: whether bytes may be sent now, or how long to wait.
 *
 * <p>Workload: during a trial the limiter grants every request ({@code PLENTY}) or refuses every request
 * ({@code NONE}). The benchmark checks this after the trial.
 *
 * <p>Equal work: each limiter reads the clock itself or has a timer. Most return 0 or the time to wait. RESILIENCE4J,
 * GUAVA and SEMAPHORE do not know how long to wait, so their callers must poll.
 *
 * <p>{@snippet lang="shell" :
 * ./weir bench --quick --out DIR    # all benchmarks; or only this one, with two threads:
 * java -cp bench/target/bench.jar org.openjdk.jmh.Main TokenBucketBenchmark -prof gc -t 2 \
 *     -p limiter=WEIR_LOCKED,BUCKET4J
 * }
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TokenBucketBenchmark {
    @Param
    public LimiterType limiter = LimiterType.WEIR;

    @Param
    public Supply supply = Supply.PLENTY;

    private LimiterType.Limiter asked;

    @Setup
    public void fill(BenchmarkParams params) {
        if (params.getThreads() > 1 && !limiter.shareable()) {
            throw new IllegalStateException(limiter + " may be used by one thread only");
        }
        asked = supply.of(limiter);
    }

    @TearDown
    public void check() {
        supply.check(asked);
        asked.close();
    }

    @Benchmark
    public long ask() {
        return asked.ask(supply.askedBytes());
    }

    /** Whether the limiter grants all requests of a trial ({@link #PLENTY}) or refuses all ({@link #NONE}). */
    public enum Supply {
        /** Refills one byte per nanosecond, and each request takes one byte. So every request is granted. */
        PLENTY(1_000_000_000, 1_000_000_000, 1),
        /** Refills one byte per second, but each request asks for 20 KiB. So every request is refused. */
        NONE(1, Supply.CHUNK_BYTES, Supply.CHUNK_BYTES);

        private static final int CHUNK_BYTES = 20 * 1024;

        private final long rate;
        private final long capacity;
        private final int askedBytes;

        Supply(long rate, long capacity, int askedBytes) {
            this.rate = rate;
            this.capacity = capacity;
            this.askedBytes = askedBytes;
        }

        LimiterType.Limiter of(LimiterType type) {
            LimiterType.Limiter limiter = type.create(rate, capacity);
            if (limiter.ask(askedBytes) != 0) {
                throw new IllegalStateException(type + " refused its first request");
            }
            return limiter;
        }

        int askedBytes() {
            return askedBytes;
        }

        void check(LimiterType.Limiter limiter) {
            long answer = limiter.ask(askedBytes);
            if ((answer == 0) != (this == PLENTY)) {
                throw new IllegalStateException("answered " + answer + " with " + this);
            }
        }
    }
}
