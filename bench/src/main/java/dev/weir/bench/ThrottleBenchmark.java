package dev.weir.bench;

import dev.weir.bench.TokenBucketBenchmark.Supply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
 * Measures one step of a download: the download asks to send a chunk, and gets the number of bytes that it may send.
 *
 * <p>Workload: each thread has several downloads and runs one step of each in turn. With Weir's throttle, a thread asks
 * for up to 64 chunks before it runs their steps, as an event loop does. Each download has its own client. All clients
 * share one global limit. A trial fails if a download has to wait.
 *
 * <p>Equal work: for each chunk, every kind of server makes one decision for the client's limit and one for the global
 * limit. Weir's throttle also queues waiting downloads, counts its grants, and hands each grant to an event loop
 * through a queue. The libraries' limiters do none of this.
 *
 * <p>{@snippet lang="shell" :
 * ./weir bench --quick --out DIR    # all benchmarks; or only this one, with two threads:
 * java -cp bench/target/bench.jar org.openjdk.jmh.Main ThrottleBenchmark -prof gc -t 2
 * for t in 1 2 4 8; do    # decisions per second of t threads, each with 1,000 clients; about 2 minutes
 *     java -cp bench/target/bench.jar org.openjdk.jmh.Main ThrottleBenchmark -bm thrpt -tu s -f 1 -wi 2 -w 1 \
 *         -i 5 -r 2 -p server=WEIR,WEIR_AMONG_WAITING -p downloads=1000 -t $t
 * done
 * }
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThrottleBenchmark {
    @State(Scope.Benchmark)
    public static class Shared {
        @Param
        public ServerType server = ServerType.WEIR;

        private LimitedServer running;

        @Setup
        public void start() {
            running = server.create();
        }

        @TearDown
        public void stop() {
            running.close();
        }
    }

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

    public enum ServerType {
        /** Weir's throttle, with limits so high that no download waits. */
        WEIR(() -> new ThrottleServer(ServerType.GLOBAL_RATE, ServerType.CLIENT_RATE, 0)),
        WEIR_UNLIMITED(() -> new ThrottleServer(0, 0, 0)),
        /** Weir's throttle, while a thousand other clients wait in its queue. The libraries have no such queue. */
        WEIR_AMONG_WAITING(() -> new ThrottleServer(ServerType.GLOBAL_RATE, ServerType.CLIENT_RATE, 1_000)),
        RESILIENCE4J(() -> new LimiterServer(LimiterType.RESILIENCE4J, Supply.PLENTY)),
        BUCKET4J(() -> new LimiterServer(LimiterType.BUCKET4J, Supply.PLENTY)),
        SEMAPHORE(() -> new LimiterServer(LimiterType.SEMAPHORE, Supply.PLENTY));

        /** A client's rate in bytes per second, so high that the tokens are refilled before the next decision. */
        private static final long CLIENT_RATE = 1_000_000_000_000L;

        private static final long GLOBAL_RATE = 10 * CLIENT_RATE;

        private final Supplier<LimitedServer> factory;

        ServerType(Supplier<LimitedServer> factory) {
            this.factory = factory;
        }

        LimitedServer create() {
            return factory.get();
        }
    }

    interface LimitedServer extends AutoCloseable {
        int CHUNK_BYTES = 20 * 1024;

        /** Opens downloads of new clients. Each call of the supplier sends one chunk and returns its size in bytes. */
        LongSupplier open(int downloads);

        /** @throws IllegalStateException if a download had to wait, which makes the measurement invalid */
        @Override
        void close();
    }

    /**
     * A server with one limiter for all clients and one for each client. One token stands for a chunk, because a number
     * of bytes would overflow two of the limiters. A refusal ends the trial with an exception.
     */
    static final class LimiterServer implements LimitedServer {
        private final LimiterType type;
        private final Supply supply;
        private final LimiterType.Limiter global;
        private final List<LimiterType.Limiter> opened = new ArrayList<>();

        LimiterServer(LimiterType type, Supply supply) {
            this.type = type;
            this.supply = supply;
            this.global = limiter();
        }

        @Override
        public LongSupplier open(int downloads) {
            LimiterType.Limiter[] clients =
                    IntStream.range(0, downloads).mapToObj(_ -> limiter()).toArray(LimiterType.Limiter[]::new);
            return new LongSupplier() {
                private int next;

                @Override
                public long getAsLong() {
                    LimiterType.Limiter client = clients[next];
                    next = next + 1 == downloads ? 0 : next + 1;
                    if (client.ask(1) != 0 || global.ask(1) != 0) {
                        throw new IllegalStateException("refused");
                    }
                    return CHUNK_BYTES;
                }
            };
        }

        private synchronized LimiterType.Limiter limiter() {
            LimiterType.Limiter limiter = supply.of(type);
            opened.add(limiter);
            return limiter;
        }

        @Override
        public synchronized void close() {
            opened.forEach(LimiterType.Limiter::close);
        }
    }
}
