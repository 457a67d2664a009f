package dev.weir.perf.bench;

import dev.weir.perf.bench.TokenBucketBenchmark.Supply;
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
 * One step of a download, from the request for a chunk to its write, in a server where nobody has to wait.
 *
 * <p>Workload: each thread takes its downloads in turns. Each download belongs to a client of its own, and all are under
 * one global limit. The write is a number that is returned. Equal work: one decision of the client's limit and one of the
 * global limit for each chunk. The throttle also keeps turns, counts its grants, and hands each grant to the event loop of
 * the download through its queue. The limiters answer at once and do nothing of that. A download that had to wait fails
 * the trial.
 *
 * <p>{@snippet lang="shell" :
 * ./weir bench --quick --out DIR    # or only this, with two threads:
 * java -cp perf/target/perf.jar org.openjdk.jmh.Main ThrottleBenchmark -prof gc -t 2
 * }
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThrottleBenchmark {
    /** The server, which the threads share. */
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

    /** The downloads of one thread. */
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

    /** The contenders between a server's downloads and their limits. */
    public enum ServerType {
        /** The project's throttle, with rates that are never reached. */
        WEIR(() -> new ThrottleServer(ServerType.GLOBAL_RATE, ServerType.CLIENT_RATE, 0)),
        /** The project's throttle without limits: rate 0. */
        WEIR_UNLIMITED(() -> new ThrottleServer(0, 0, 0)),
        /** The project's throttle while a thousand other clients wait. The limiters keep no waiters: a server polls them. */
        WEIR_AMONG_WAITING(() -> new ThrottleServer(ServerType.GLOBAL_RATE, ServerType.CLIENT_RATE, 1_000)),
        RESILIENCE4J(() -> new LimiterServer(LimiterType.RESILIENCE4J, Supply.PLENTY)),
        BUCKET4J(() -> new LimiterServer(LimiterType.BUCKET4J, Supply.PLENTY)),
        SEMAPHORE(() -> new LimiterServer(LimiterType.SEMAPHORE, Supply.PLENTY));

        /** A chunk in less time than a decision takes. */
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

    /** A server with a global limit and one for each client, as its threads see them. */
    interface LimitedServer extends AutoCloseable {
        /** The size of each request of a download. */
        int CHUNK_BYTES = 20 * 1024;

        /**
         * Opens downloads of as many new clients, for one thread.
         *
         * @return takes the downloads by turns one step further: request, grant, write; returns the written bytes
         */
        LongSupplier open(int downloads);

        /** @throws IllegalStateException when a download had to wait: the trial then measured something else */
        @Override
        void close();
    }

    /**
     * A server with one limiter for all and one for each client, which it asks for each chunk.
     *
     * <p>It counts chunks, as the article does, because bytes overflow two of the limiters. It has no turns, no waiters and
     * no hand-over: a refused download would poll.
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
