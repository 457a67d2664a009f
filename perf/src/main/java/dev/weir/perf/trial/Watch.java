package dev.weir.perf.trial;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Proc;
import dev.weir.perf.server.Server;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Warms up a server and measures its CPU time in each second of a {@link Window}. Reads other values only before and
 * after the window. Also measures whether the load generator and the machine were fast enough.
 */
public final class Watch {
    /** Counters of the machine at one instant. Two readings tell whether the machine was fit for a measurement. */
    private record Machine(
            Proc.HostStat host,
            double usedSeconds,
            double serverSeconds,
            Usage.PerThread queuedNanos,
            Generator.Effort generator) {
        static Machine now(TrialStage stage) throws IOException, InterruptedException {
            return new Machine(
                    Proc.HostStat.now(),
                    stage.cores().usedSeconds(),
                    stage.server.kernelUsage().cpuSeconds(),
                    stage.server.queuedNanos(),
                    stage.generator.effort());
        }

        Raw.Fitness since(Machine earlier, Cores cores) {
            double seconds = (generator.nanoTime() - earlier.generator.nanoTime()) / 1e9;
            double generated = generator.processSeconds() - earlier.generator.processSeconds();
            double ours = serverSeconds - earlier.serverSeconds + (cores == Cores.SHARED ? generated : 0);
            return new Raw.Fitness(
                    generator.coreShareSince(earlier.generator),
                    host.stealShareSince(earlier.host),
                    Math.max(0, usedSeconds - earlier.usedSeconds - ours) / seconds / cores.processors(),
                    queuedNanos.since(earlier.queuedNanos) / 1e9 / seconds,
                    List.of());
        }
    }

    /** The server's resource usage and the amount of finished work, read at the same instant. */
    private record Edge(Usage usage, double units) {
        static Edge now(Server server, Callable<Double> units) throws Exception {
            return new Edge(server.kernelUsage(), units.call());
        }

        Raw.Slice since(Edge earlier) {
            Usage.Spent spent = usage.since(earlier.usage);
            return new Raw.Slice(
                    spent.seconds(), units - earlier.units, spent.cpuSeconds(), spent.gcSeconds(), spent.jitSeconds());
        }
    }

    /**
     * Measures and blocks until the window ends. Returns the totals of the window. The generator's event loop calls
     * {@code units}, which returns the amount of work finished so far.
     */
    public static Raw.Slice follow(TrialStage stage, String what, Window window, Callable<Double> units)
            throws IOException, InterruptedException {
        return follow(stage, what, window, units, () -> 0);
    }

    /** Like the other {@code follow}, but measures no generator lag in a millisecond in which {@code bursts} grows. */
    public static Raw.Slice follow(
            TrialStage stage, String what, Window window, Callable<Double> units, LongSupplier bursts)
            throws IOException, InterruptedException {
        Server server = stage.server;
        Notes notes = stage.notes;
        Window.SchedulingLag lag = Window.SchedulingLag.probe(stage.generator, window, bursts);
        List<Future<Edge>> edges = new ArrayList<>();
        for (long edge = window.fromNanos(); edge - window.toNanos() <= 0; edge += TimeUnit.SECONDS.toNanos(1)) {
            edges.add(stage.generator.askAt(edge, () -> Edge.now(server, units)));
        }
        stage.progress.await(what + ", settling", window.fromNanos() - TimeUnit.MILLISECONDS.toNanos(300));
        Usage start = server.usage();
        double startUnits = stage.ask(units);
        Usage.PerThread switches = server.switches();
        Machine machine = Machine.now(stage);
        stage.generator.poll(true);
        stage.plant(window);
        stage.progress.await(what + ", measuring", window.toNanos());
        stage.generator.poll(false);
        List<Edge> seen = new ArrayList<>();
        for (Future<Edge> edge : edges) {
            seen.add(Waiting.await("reading the server's usage", edge, Duration.ofSeconds(10)));
        }
        notes.fitness(Machine.now(stage).since(machine, stage.cores()));
        Usage end = server.usage();
        double all = stage.ask(units) - startUnits;
        double allSwitches = server.switches().since(switches);
        for (int i = 1; i < seen.size(); i++) {
            notes.slice(seen.get(i).since(seen.get(i - 1)));
        }
        Raw.Slice whole = seen.getLast().since(seen.getFirst());
        double share = all > 0 ? whole.units() / all : 1;
        end.since(start).allocatedBytes().ifPresent(bytes -> notes.value(Value.ALLOCATED_BYTES, bytes * share));
        notes.value(Value.SWITCHES, allSwitches * share);
        notes.value(Value.SERVER_THREADS, end.threads());
        notes.value(Value.RSS_BYTES, end.rssBytes());
        notes.value(Value.WINDOW_SECONDS, window.seconds());
        notes.histogram(Evidence.Tag.LAG, stage.ask(lag::micros));
        return whole;
    }

    /** Measures only the CPU time and the rate of load in the window. Records both by {@link Notes#rate}. */
    public static void rate(TrialStage stage, String what, Window window, Callable<Double> units)
            throws InterruptedException {
        Future<Edge> from = stage.generator.askAt(window.fromNanos(), () -> Edge.now(stage.server, units));
        Future<Edge> to = stage.generator.askAt(window.toNanos(), () -> Edge.now(stage.server, units));
        stage.generator.poll(true);
        stage.progress.await(what + ", measuring", window.toNanos());
        stage.generator.poll(false);
        Edge start = Waiting.await("the first reading", from, Duration.ofSeconds(10));
        stage.notes.rate(
                Waiting.await("the last reading", to, Duration.ofSeconds(10)).since(start));
    }

    /** Warms up the server with at most {@code most} cycles of load. Then pins it to its cores and collects garbage. */
    public static void warm(TrialStage stage, int most, Cycle cycle) throws IOException, InterruptedException {
        Warmth warmth = Warmth.warm(stage.server, most, cycle);
        stage.server.pin();
        var _ = cycle.run(); // now on the server's own core
        stage.server.collect();
        System.gc();
        stage.notes.warmUp(warmth.warmUp());
    }

    public interface Cycle {
        double run() throws IOException, InterruptedException;
    }

    /**
     * Decides after each cycle of load whether the server is warm: its CPU time per unit of work no longer falls, and
     * its JIT compilers are almost idle. Compares the better of the last two cycles with the best earlier cycle. So one
     * slow cycle does no harm. After the maximum number of cycles, the warm-up ends in any case.
     */
    public static final class Warmth {
        private static final int LAST = 2;
        private static final double CHEAPER = 0.97;
        private static final double MOST_JIT = 0.02;
        private final int most;
        private final List<Double> costs = new ArrayList<>();
        private boolean compiling = true;

        Warmth(int most) {
            this.most = most;
        }

        public static Warmth warm(Server server, int most, Cycle cycle) throws IOException, InterruptedException {
            Warmth warmth = new Warmth(most);
            while (!warmth.isOver()) {
                Usage before = server.usage();
                double units = cycle.run();
                warmth.add(server.usage().since(before), units);
            }
            return warmth;
        }

        void add(Usage.Spent spent, double units) {
            costs.add(spent.ownSeconds() / units);
            compiling = spent.jitSeconds() > MOST_JIT * spent.cpuSeconds();
        }

        boolean isOver() {
            return isStable() || costs.size() >= most;
        }

        Raw.WarmUp warmUp() {
            return new Raw.WarmUp(costs.size(), isStable());
        }

        private boolean isStable() {
            int earlier = costs.size() - LAST;
            if (compiling || earlier <= 0) {
                return false;
            }
            double before = least(costs.subList(0, earlier));
            return Double.isFinite(before) && least(costs.subList(earlier, costs.size())) >= before * CHEAPER;
        }

        private static double least(List<Double> costs) {
            return costs.stream().mapToDouble(Double::doubleValue).min().orElse(Double.POSITIVE_INFINITY);
        }
    }
}
