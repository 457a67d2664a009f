package dev.weir.perf.trial;

import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Value;
import dev.weir.perf.server.Proc;
import dev.weir.perf.server.Server;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Follows a server through the measured window: what it used in each second, and how generator and machine were.
 *
 * <p>What costs the server something, or takes the reader long, is read before the window and after it, and counts for the
 * units of that longer time.
 */
public final class Watch {
    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TO_WAIT_SECONDS = 10;
    private static final long TO_READ_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private Watch() {}

    /** Both read on the generator's loop, at once: another thread might be stopped between them. */
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
     * Waits until the window is over, and notes what was seen in it.
     *
     * @param units done until now, as the generator counted; asked on its loop
     */
    public static void follow(Stage stage, String what, Window window, Callable<Double> units)
            throws IOException, InterruptedException {
        Server server = stage.server();
        Notes notes = stage.notes();
        Window.SchedulingLag lag = stage.ask(() -> Window.SchedulingLag.probe(stage.generator(), window));
        List<Future<Edge>> edges = new ArrayList<>();
        for (long edge = window.fromNanos(); edge - window.toNanos() <= 0; edge += SLICE_NANOS) {
            edges.add(stage.generator().askAt(edge, () -> Edge.now(server, units)));
        }
        stage.progress().await(what + ", settling", window.fromNanos() - TO_READ_NANOS);
        Usage start = server.usage();
        double startUnits = stage.ask(units);
        Usage.Switches switches = server.switches();
        Proc.HostStat host = Proc.HostStat.now();
        double self = busySeconds(stage);
        long startNanos = System.nanoTime();
        stage.generator().poll(true);
        stage.progress().await(what + ", measuring", window.toNanos());
        stage.generator().poll(false);
        List<Edge> seen = new ArrayList<>();
        for (Future<Edge> edge : edges) {
            seen.add(done(edge));
        }
        notes.fitness(
                (busySeconds(stage) - self) * 1e9 / (System.nanoTime() - startNanos),
                Proc.HostStat.now().stealShareSince(host));
        Usage end = server.usage();
        double all = stage.ask(units) - startUnits;
        double allSwitches = server.switches().since(switches);
        double measured = 0;
        for (int i = 1; i < seen.size(); i++) {
            Raw.Slice slice = seen.get(i).since(seen.get(i - 1));
            notes.slice(slice);
            measured += slice.units();
        }
        double share = all > 0 ? measured / all : 1;
        end.since(start).allocatedBytes().ifPresent(bytes -> notes.value(Value.ALLOCATED_BYTES, bytes * share));
        notes.value(Value.SWITCHES, allSwitches * share);
        notes.value(Value.SERVER_THREADS, end.threads());
        notes.value(Value.RSS_BYTES, end.rssBytes());
        notes.value(Value.WINDOW_SECONDS, window.seconds());
        notes.histogram(Evidence.Tag.LAG, stage.ask(lag::micros));
    }

    private static Edge done(Future<Edge> edge) throws InterruptedException {
        try {
            return edge.get(TO_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the server could not be read", e);
        }
    }

    /** What this process used, without what it used to ask in vain. */
    private static double busySeconds(Stage stage) throws IOException, InterruptedException {
        return Proc.ownCpuSeconds() - stage.ask(stage.generator()::idleSeconds);
    }

    /**
     * Runs cycles of load until the server is warm.
     *
     * @param most cycles, after which it is enough
     */
    public static void warm(Stage stage, int most, Cycle cycle) throws IOException, InterruptedException {
        Warmth warmth = new Warmth(most);
        while (!warmth.isOver()) {
            Usage before = stage.server().usage();
            double units = cycle.run();
            warmth.add(stage.server().usage().since(before), units);
        }
        stage.server().pin();
        var _ = cycle.run(); // on the core where it is measured
        stage.server().collect();
        // The generator's own as well: it has made much, and keeps little.
        System.gc();
        stage.notes().warmUp(warmth.warmUp());
    }

    @FunctionalInterface
    public interface Cycle {
        /** Returns the units done in it. */
        double run() throws IOException, InterruptedException;
    }

    /**
     * Decides after each cycle of the warm-up whether the server is warm: a unit has stopped getting cheaper, and the
     * compilers have stopped working.
     *
     * <p>Not whether it costs the same in each cycle: on a machine with neighbours it may cost a third more at any time, and a
     * warm server would have to wait for luck.
     *
     * <p>A server that is not warm when the last cycle is over is measured all the same, and the results say so.
     */
    public static final class Warmth {
        private static final int LAST = 2;
        private static final double CHEAPER = 0.97;
        private static final double MOST_JIT = 0.02;

        private final int most;
        private final List<Double> costs = new ArrayList<>();
        private boolean compiling = true;

        /**
         * Knows nothing yet.
         *
         * @param most cycles, after which it is enough
         */
        public Warmth(int most) {
            this.most = most;
        }

        /** Takes in what one cycle used for its units. */
        public void add(Usage.Spent spent, double units) {
            costs.add(spent.ownSeconds() / units);
            compiling = spent.jitSeconds() > MOST_JIT * spent.cpuSeconds();
        }

        public boolean isOver() {
            return isStable() || costs.size() >= most;
        }

        Raw.WarmUp warmUp() {
            return new Raw.WarmUp(costs.size(), isStable());
        }

        private boolean isStable() {
            if (compiling || costs.size() <= LAST) {
                return false;
            }
            double before = least(costs.subList(0, costs.size() - LAST));
            return Double.isFinite(before)
                    && least(costs.subList(costs.size() - LAST, costs.size())) >= before * CHEAPER;
        }

        private static double least(List<Double> costs) {
            return costs.stream().mapToDouble(Double::doubleValue).min().orElse(Double.POSITIVE_INFINITY);
        }
    }
}
