package dev.weir.perf.trial;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
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
import org.HdrHistogram.Histogram;

/**
 * Warms up a server and measures its CPU time in each second of a {@link Window}. Reads other values only before and
 * after the window. Also measures in each window whether the load generator and the machine were fast enough. If a
 * trial has several windows, it records the worst.
 */
public final class Watch {
    private static final double LAGS_PER_SECOND = 1_000;

    /** Counters of the machine at one instant. Two readings tell whether the machine was fit for a measurement. */
    record Machine(
            Proc.HostStat host,
            double usedSeconds,
            double serverSeconds,
            Usage.PerThread queuedNanos,
            Generator.Effort generator) {
        /** Returns the counters before the server of a trial exists. */
        static Machine beforeStart() throws IOException {
            double usedSeconds = Cores.SHARED.usedSeconds();
            double ownSeconds = Proc.cpuSeconds(ProcessHandle.current().pid());
            Generator.Effort none = new Generator.Effort(System.nanoTime(), ownSeconds, 0, 0);
            return new Machine(Proc.HostStat.now(), usedSeconds, 0, Usage.PerThread.NONE, none);
        }

        static Machine now(TrialStage stage, Cores cores) throws IOException, InterruptedException {
            return new Machine(
                    Proc.HostStat.now(),
                    cores.usedSeconds(),
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
     * Measures and blocks until the window ends. The generator's event loop calls {@code units}, which returns the
     * amount of work finished so far.
     */
    public static void follow(TrialStage stage, String what, Window window, Callable<Double> units)
            throws IOException, InterruptedException {
        follow(stage, what, window, units, () -> 0);
    }

    /** Like the other {@code follow}, but measures no generator lag in a millisecond in which {@code bursts} grows. */
    public static void follow(TrialStage stage, String what, Window window, Callable<Double> units, LongSupplier bursts)
            throws IOException, InterruptedException {
        Server server = stage.server;
        Notes notes = stage.notes;
        Window.SchedulingLag lag = Window.SchedulingLag.probe(stage.generator, window, bursts);
        List<Future<Edge>> edges = new ArrayList<>();
        for (long edge = window.fromNanos(); edge - window.toNanos() <= 0; edge += TimeUnit.SECONDS.toNanos(1)) {
            edges.add(stage.generator.askAt(edge, () -> Edge.now(server, units)));
        }
        settle(stage, what, window);
        Usage start = server.usage();
        double startUnits = stage.ask(units);
        Usage.PerThread switches = server.switches();
        stage.plant(window);
        await(stage, what, window);
        List<Edge> seen = new ArrayList<>();
        for (Future<Edge> edge : edges) {
            seen.add(Waiting.await("reading the server's usage", edge, Duration.ofSeconds(10)));
        }
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
        Histogram lagMicros = stage.ask(lag::micros);
        notes.lag(lagMicros);
        notes.value(Value.LAG_MEASURED, lagMicros.getTotalCount() / (window.seconds() * LAGS_PER_SECOND));
    }

    private static void settle(TrialStage stage, String what, Window window) throws InterruptedException {
        stage.progress.await(what + ", settling", window.fromNanos() - TimeUnit.MILLISECONDS.toNanos(300));
    }

    /** Blocks until the window ends. Records whether the generator had time left, and whether other processes ran. */
    private static void await(TrialStage stage, String what, Window window) throws IOException, InterruptedException {
        Machine machine = Machine.now(stage, stage.cores());
        stage.generator.poll(true);
        stage.progress.await(what + ", measuring", window.toNanos());
        stage.generator.poll(false);
        stage.notes.fitness(Machine.now(stage, stage.cores()).since(machine, stage.cores()));
    }

    /** Blocks until a window ends whose load measures itself. Records only whether generator and machine were fit. */
    public static void fitness(TrialStage stage, String what, Window window) throws IOException, InterruptedException {
        settle(stage, what, window);
        await(stage, what, window);
    }

    /** Like {@link #fitness}, for a load that measures times: also records the generator's lag. */
    public static void lag(TrialStage stage, String what, Window window) throws IOException, InterruptedException {
        Window.SchedulingLag lag = Window.SchedulingLag.probe(stage.generator, window, () -> 0);
        fitness(stage, what, window);
        stage.notes.lag(stage.ask(lag::micros));
    }

    /** Records whether the machine was fit from just before the server's start until now. */
    public static void fitnessSinceStart(TrialStage stage) throws IOException, InterruptedException {
        stage.notes.fitness(Machine.now(stage, Cores.SHARED).since(stage.beforeStart, Cores.SHARED));
    }

    /** Measures only the CPU time and the rate of load in the window. Records both by {@link Notes#rate}. */
    public static void rate(TrialStage stage, String what, Window window, Callable<Double> units)
            throws IOException, InterruptedException {
        Future<Edge> from = stage.generator.askAt(window.fromNanos(), () -> Edge.now(stage.server, units));
        Future<Edge> to = stage.generator.askAt(window.toNanos(), () -> Edge.now(stage.server, units));
        fitness(stage, what, window);
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
}
