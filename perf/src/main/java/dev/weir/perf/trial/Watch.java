package dev.weir.perf.trial;

import dev.weir.perf.load.Window;
import dev.weir.perf.result.Slice;
import dev.weir.perf.result.Value;
import dev.weir.perf.server.HostStat;
import dev.weir.perf.server.Server;
import dev.weir.perf.server.Switches;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Follows a server through the measured window: what it used in each second, and how generator and machine were. */
public final class Watch {
    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private Watch() {}

    /**
     * Waits until the window is over, and notes what was seen in it.
     *
     * @param units done until now, as the generator counted; asked on its loop
     */
    public static void follow(Stage stage, String what, Window window, Callable<Double> units)
            throws IOException, InterruptedException {
        Server server = stage.server();
        Notes notes = stage.notes();
        stage.poll(true);
        stage.progress().await(what + ", settling", window.fromNanos());
        // What costs the server something is read before the first slice and after the last.
        Usage start = server.usage();
        HostStat host = HostStat.now();
        double self = busySeconds(stage);
        long startNanos = System.nanoTime();
        Usage usage = server.kernelUsage();
        double done = stage.generator().ask(units);
        // After the units, here as at the end: of a thousand threads it takes long, which must cancel.
        Switches switches = server.switches();
        for (long edge = window.fromNanos() + SLICE_NANOS; edge - window.toNanos() <= 0; edge += SLICE_NANOS) {
            stage.progress().await(what + ", measuring", edge);
            Usage now = server.kernelUsage();
            double doneNow = stage.generator().ask(units);
            Usage.Spent spent = now.since(usage);
            notes.slice(new Slice(
                    spent.seconds(), doneNow - done, spent.cpuSeconds(), spent.gcSeconds(), spent.jitSeconds()));
            usage = now;
            done = doneNow;
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        notes.fitness((busySeconds(stage) - self) / seconds, HostStat.now().stealShareSince(host));
        stage.poll(false);
        server.usage().since(start).allocatedBytes().ifPresent(bytes -> notes.value(Value.ALLOCATED_BYTES, bytes));
        notes.value(Value.SWITCHES, server.switches().since(switches));
        notes.value(Value.SERVER_THREADS, usage.threads());
        notes.value(Value.RSS_BYTES, usage.rssBytes());
        notes.value(Value.WINDOW_SECONDS, window.seconds());
    }

    /** What this process used, without what it used to ask in vain. */
    private static double busySeconds(Stage stage) throws IOException, InterruptedException {
        return HostStat.ownCpuSeconds() - stage.generator().ask(stage.generator()::idleSeconds);
    }

    /** Runs one cycle of the warm-up and has it judged. */
    public static void warm(Stage stage, Warmth warmth, Cycle cycle) throws IOException, InterruptedException {
        while (!warmth.isOver()) {
            Usage before = stage.server().usage();
            double units = cycle.run();
            warmth.add(stage.server().usage().since(before), units);
        }
        stage.server().settle();
        // The generator's own as well: it has made much, and keeps little.
        System.gc();
        stage.notes().warmUp(warmth.warmUp());
    }

    /** A stretch of load. */
    @FunctionalInterface
    public interface Cycle {
        /** Returns the units done in it. */
        double run() throws IOException, InterruptedException;
    }
}
