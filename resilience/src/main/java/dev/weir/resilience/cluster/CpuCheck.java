package dev.weir.resilience.cluster;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.server.Usage;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@link ClusterCheck} that measures a node's CPU time for throttled downloads, on Redis and in memory. */
final class CpuCheck {
    private static final int RATE_BYTES = 200 << 10;
    private static final double MOST_RATIO = 1.05;
    private static final int WARM_CYCLES = 12;
    private static final Duration RAMP = Duration.ofSeconds(2);
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration WARM_WINDOW = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(20);

    static final ClusterCheck CPU = new ClusterCheck(
            "CPU of throttling on Redis", """
            Two servers of each kind run, one on Redis and one in memory. --downloads clients download at %d KiB/s \
            each, first from one server and then from the other, --pairs times, in alternating order. The figure is \
            the CPU time of all threads of the server except the JIT compilers in a window of %d s, divided by the \
            bytes that the clients got in it. Both servers are warm, and run on a core without the generator.\
            """.formatted(RATE_BYTES >> 10, WINDOW.toSeconds()), CpuCheck::run);

    private static void run(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        Cores.APART.pinGenerator();
        try {
            for (Contender kind : nodes.setting.kinds()) {
                compare(nodes, kind, checks);
            }
        } finally {
            Cores.SHARED.pinGenerator();
        }
    }

    private static void compare(Nodes nodes, Contender kind, Checks checks) throws IOException, InterruptedException {
        ServerPlan plan = Nodes.plan(RATE_BYTES, Cores.APART);
        List<ServerProcess> servers = List.of(nodes.start(kind, plan, false), nodes.start(kind, plan, true));
        List<List<Double>> costs = List.of(new ArrayList<>(), new ArrayList<>());
        for (ServerProcess server : servers) {
            Watch.Warmth.warm(server, WARM_CYCLES, () -> {
                load(nodes, server, WARM_WINDOW, checks);
                return WARM_WINDOW.toSeconds();
            });
            server.pin();
            server.collect();
        }
        double redisBefore = nodes.redis.cpuSeconds();
        for (int pair = 0; pair < nodes.sizes.pairs; pair++) {
            for (int turn = 0; turn < 2; turn++) {
                int which = (pair + turn) % 2;
                costs.get(which).add(load(nodes, servers.get(which), WINDOW, checks));
            }
        }
        double redisSeconds = nodes.redis.cpuSeconds() - redisBefore;
        checks.raw(kind + ", in memory, CPU ms per MB", costs.get(0));
        checks.raw(kind + ", on Redis, CPU ms per MB", costs.get(1));
        double alone = mean(costs.get(0));
        double shared = mean(costs.get(1));
        checks.measured(kind + ": in memory", alone, "ms/MB");
        checks.measured(kind + ": on Redis", shared, "ms/MB");
        checks.measured(kind + ": of Redis itself, all the time", redisSeconds, "s");
        checks.atMost(kind + ": on Redis / in memory", shared / alone, MOST_RATIO, "");
        servers.forEach(ServerProcess::close);
    }

    /** Runs downloads and measures them for {@code length}. Returns the server's CPU time in ms per MB sent. */
    private static double load(Nodes nodes, ServerProcess server, Duration length, Checks checks)
            throws IOException, InterruptedException {
        DownloadLoad load = DownloadLoad.endless(nodes.generator, nodes.huge(server), nodes.sizes.downloads)
                .start(RAMP);
        Window window = Window.after(RAMP.plus(SETTLE), length);
        nodes.ask(() -> load.measure(window));
        Waiting.until(window.fromNanos());
        Usage before = server.usage();
        Waiting.until(window.toNanos());
        Usage.Spent spent = server.usage().since(before);
        long bytes = nodes.ask(load::bytesInWindow).stream()
                .mapToLong(Long::longValue)
                .sum();
        checks.errors(nodes.ask(load::errors));
        nodes.ask(() -> {
            load.breakOff();
            return true;
        });
        return (spent.cpuSeconds() - spent.jitSeconds()) * 1e9 / bytes;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
}
