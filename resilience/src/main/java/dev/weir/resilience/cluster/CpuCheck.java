package dev.weir.resilience.cluster;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.server.Usage;
import dev.weir.perf.stats.Ratio;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Warmth;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/** A {@link ClusterCheck} that measures a node's CPU time for throttled downloads, on Redis and in memory. */
final class CpuCheck {
    private static final int RATE_BYTES = 200 << 10;
    private static final double MOST_RATIO = 1.05;
    private static final int WARM_CYCLES = 12;
    private static final int WARM_EVENTS = 2_000;
    private static final double WARM_EVENTS_A_SECOND = 1_000;
    /** The names of the threads that only a server on Redis has. */
    private static final Pattern REDIS_THREADS = Pattern.compile("weir-redis|lettuce-");

    private static final Duration TO_PUBLISH = Duration.ofMinutes(1);
    private static final Duration RAMP = Duration.ofSeconds(2);
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration WARM_WINDOW = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(20);

    static final ClusterCheck CPU = new ClusterCheck(
            "CPU of throttling on Redis", """
            Two servers of a kind run, one on Redis and one in memory. Before the measurement, both are warmed up. In \
            the warm-up, clients also publish events, so that the JIT compilers see the code of the connection to \
            Redis. --downloads clients download at %d KiB/s each from one server, twice from the other, and then from \
            the first again. The next pair of new servers begins with the other server. --pairs pairs are measured. \
            The servers run on a core without the generator. The cost of a server is the CPU time of all its threads \
            except the JIT compilers in a window of %d s, divided by the bytes that the clients got in it, as the mean \
            of two windows. The ratio of the two costs of a pair is one sample. The result is the geometric mean of \
            the samples. With at least four samples, the report has a 95 %% interval by Student's t. Two servers of \
            one kind may differ by more than the work for Redis costs. So the threads that only a server on Redis has \
            are also measured on their own.\
            """.formatted(RATE_BYTES >> 10, WINDOW.toSeconds()), CpuCheck::run);

    private static void run(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        Cores.APART.pinGenerator();
        try {
            for (Contender kind : new LinkedHashSet<>(nodes.setting.kinds())) {
                compare(nodes, kind, checks);
            }
        } finally {
            Cores.SHARED.pinGenerator();
        }
    }

    private static void compare(Nodes nodes, Contender kind, Checks checks) throws IOException, InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        for (int pair = 0; pair < nodes.sizes.pairs; pair++) {
            pairs.add(pair(nodes, kind, pair % 2, checks));
        }
        List<Ratio.Block> blocks = pairs.stream().map(Pair::block).toList();
        checks.raw(
                kind + ", in memory, CPU ms per MB",
                blocks.stream().map(Ratio.Block::baseline).toList());
        checks.raw(
                kind + ", on Redis, CPU ms per MB",
                blocks.stream().map(Ratio.Block::other).toList());
        checks.measured(kind + ": in memory", mean(pairs, pair -> pair.memory.all), "ms/MB");
        checks.measured(kind + ": on Redis", mean(pairs, pair -> pair.redis.all), "ms/MB");
        double ofRedis = mean(pairs, pair -> pair.redis.ofRedis);
        checks.measured(kind + ": on Redis, the threads for Redis", ofRedis, "ms/MB");
        double ofOthers = mean(pairs, pair -> pair.redis.all - pair.redis.ofRedis);
        checks.atMost(
                kind + ": on Redis, the threads for Redis / its other threads", ofRedis / ofOthers, MOST_RATIO - 1, "");
        double ratio = Ratio.value(blocks).orElse(Double.NaN);
        checks.atMost(kind + ": on Redis / in memory", ratio, MOST_RATIO, "");
        Ratio.of(blocks).ifPresent(found -> {
            checks.measured(kind + ": on Redis / in memory, low end of the 95 % interval", found.low(), "");
            checks.measured(kind + ": on Redis / in memory, high end of the 95 % interval", found.high(), "");
        });
    }

    /** A server's CPU time in ms per MB sent: of all threads but the JIT compilers, and of {@link #REDIS_THREADS}. */
    private record Cost(double all, double ofRedis) {
        Cost half(Cost other) {
            return new Cost((all + other.all) / 2, (ofRedis + other.ofRedis) / 2);
        }
    }

    private record Pair(Cost memory, Cost redis) {
        Ratio.Block block() {
            return new Ratio.Block(memory.all, redis.all);
        }
    }

    /**
     * Starts two servers, and measures each in two windows. The order is A, B, B, A.
     *
     * @param first 0 to begin with the server in memory, 1 to begin with the server on Redis
     */
    private static Pair pair(Nodes nodes, Contender kind, int first, Checks checks)
            throws IOException, InterruptedException {
        ServerPlan plan = Nodes.plan(RATE_BYTES, Cores.APART);
        try (ServerProcess memory = nodes.start(kind, plan, false);
                ServerProcess redis = nodes.start(kind, plan, true)) {
            List<ServerProcess> servers = List.of(memory, redis);
            for (ServerProcess server : servers) {
                Warmth.warm(server, WARM_CYCLES, () -> {
                    publish(nodes, server, checks);
                    load(nodes, server, WARM_WINDOW, checks);
                    return WARM_WINDOW.toSeconds();
                });
                server.pin();
                server.collect();
            }
            List<Cost> costs = new ArrayList<>();
            for (int turn : List.of(first, 1 - first, 1 - first, first)) {
                costs.add(load(nodes, servers.get(turn), WINDOW, checks));
            }
            Cost outer = costs.get(0).half(costs.get(3));
            Cost inner = costs.get(1).half(costs.get(2));
            Pair pair = first == 0 ? new Pair(outer, inner) : new Pair(inner, outer);
            nodes.progress("%s: in memory %.3f, on Redis %.3f ms/MB".formatted(kind, pair.memory.all, pair.redis.all));
            return pair;
        }
    }

    private static void publish(Nodes nodes, ServerProcess server, Checks checks) throws InterruptedException {
        try (NumberedPublishers publishers = new NumberedPublishers(nodes.client, List.of(server.address()))) {
            publishers.start("warm-" + UUID.randomUUID(), WARM_EVENTS_A_SECOND, WARM_EVENTS);
            publishers.finish(false, TO_PUBLISH);
            checks.errors(publishers.errors);
        }
    }

    /** Runs downloads, and measures the server for {@code length}. */
    private static Cost load(Nodes nodes, ServerProcess server, Duration length, Checks checks)
            throws IOException, InterruptedException {
        DownloadLoad load = DownloadLoad.endless(nodes.generator, nodes.huge(server), nodes.sizes.downloads)
                .start(RAMP);
        Window window = Window.after(RAMP.plus(SETTLE), length);
        nodes.ask(() -> load.measure(window));
        Waiting.until(window.fromNanos());
        Usage before = server.usage();
        Usage.PerThread threadsBefore = server.cpuNanos(REDIS_THREADS);
        Waiting.until(window.toNanos());
        Usage.Spent spent = server.usage().since(before);
        double ofRedis = server.cpuNanos(REDIS_THREADS).since(threadsBefore) / 1e9;
        long bytes = nodes.ask(load::bytesInWindow).stream()
                .mapToLong(Long::longValue)
                .sum();
        checks.errors(nodes.ask(load::errors));
        nodes.ask(() -> {
            load.breakOff();
            return true;
        });
        double millisAMegabyte = 1e9 / bytes;
        return new Cost((spent.cpuSeconds() - spent.jitSeconds()) * millisAMegabyte, ofRedis * millisAMegabyte);
    }

    private static double mean(List<Pair> pairs, ToDoubleFunction<Pair> cost) {
        return pairs.stream().mapToDouble(cost).average().orElse(Double.NaN);
    }
}
