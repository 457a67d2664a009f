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
 * One decision of a limiter that all threads share: may so many bytes go now, and if not, how long until.
 *
 * <p>Workload: every ask of a trial is granted ({@code PLENTY}) or every one is refused ({@code NONE}), which is
 * checked before and after. Equal work: each contender reads its own clock (the semaphore has none, its timer fills it)
 * and answers 0 or a wait. Three of them cannot tell the wait without taking the tokens that are to come, or at all;
 * see {@link LimiterType#tellsWait}. Their refusal is the lesser answer: who gets it has to poll.
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
    public LimiterServer.Supply supply = LimiterServer.Supply.PLENTY;

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
}
