package dev.weir.perf.bench;

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
 * One decision of a limiter that all threads share: may these bytes go now, and if not, when?
 *
 * <p>Workload: a trial grants every request ({@code PLENTY}) or refuses every request ({@code NONE}), which is
 * checked before and after. Equal work: each contender reads its own clock, or has a timer, and answers 0 or a time
 * to wait. Three of them do not return the time to wait (see {@link LimiterType#tellsWait}), so their callers have
 * to poll.
 *
 * <p>{@snippet lang="shell" :
 * ./weir bench --quick --out DIR    # or only this, with two threads:
 * java -cp perf/target/perf.jar org.openjdk.jmh.Main TokenBucketBenchmark -prof gc -t 2 -p limiter=WEIR_LOCKED,BUCKET4J
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
            throw new IllegalStateException(limiter + " has one writer");
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

    /** The tokens of a limiter during a trial, so that all answers of the trial are the same. */
    public enum Supply {
        /** Refills a byte each nanosecond, and is asked for one byte, so every request is granted. */
        PLENTY(1_000_000_000, 1_000_000_000, 1),
        /** Refills a byte a second after its first chunk, and is asked for a chunk, so every request is refused. */
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
                throw new IllegalStateException(type + " is not full at first");
            }
            return limiter;
        }

        int askedBytes() {
            return askedBytes;
        }

        /** @throws IllegalStateException when the limiter grants with {@code NONE} or refuses with {@code PLENTY} */
        void check(LimiterType.Limiter limiter) {
            long answer = limiter.ask(askedBytes);
            if ((answer == 0) != (this == PLENTY)) {
                throw new IllegalStateException("answered " + answer + " with " + this);
            }
        }
    }
}
