package dev.weir.perf.scenario;

import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Scenario S1x: many downloads, each by its own client. One more client has 16 connections, and must get no higher rate
 * than a client with one connection (rule T03). If {@code shared}, a global limit allows only half of the sum of all
 * rates. All clients must then get equal shares (rule T04).
 */
public record SteadyDownloads(int downloads, int rateBytes, Duration chunkTime, boolean shared, Cores cores, int cycles)
        implements Scenario {
    private static final String FILE = "large.bin";
    private static final int FILE_BYTES = 64 << 20;
    private static final int MANY = 16;
    private static final double GIB = 1L << 30;
    private static final Duration WINDOW = Duration.ofSeconds(10); // whole grants; a cut one looks like a wrong rate
    private static final Duration CYCLE = Duration.ofSeconds(3);

    @Override
    public Description description() {
        return Description.of(
                "S1x",
                "%,d x %d KiB/s, %d ms%s%s"
                        .formatted(
                                downloads,
                                rateBytes / 1024,
                                chunkTime.toMillis(),
                                shared ? ", half of it in all" : "",
                                cores.suffix()),
                "GiB",
                server(),
                WINDOW.toSeconds(),
                MANY,
                cycles,
                CYCLE.toSeconds());
    }

    private ServerPlan server() {
        long globalBytes = shared ? (long) (downloads + 2) * rateBytes / 2 : 0;
        return new ServerPlan(rateBytes, globalBytes, chunkTime, ServerPlan.POOL, downloads + 1 + MANY, cores);
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Target target = stage.target(FILE, FILE_BYTES);
        Duration ramp = Loads.ramp(2 * downloads);
        List<Integer> connections = Stream.concat(Collections.nCopies(downloads, 1).stream(), Stream.of(1, MANY))
                .toList();
        DownloadLoad load =
                DownloadLoad.endless(stage.generator, target, connections).start(ramp);
        stage.progress.await(downloads + " downloads start", System.nanoTime() + ramp.toNanos());
        Watch.warm(stage, cycles, () -> {
            double before = stage.ask(load::bytesReceived);
            stage.progress.await(downloads + " downloads warm up", System.nanoTime() + CYCLE.toNanos());
            return (stage.ask(load::bytesReceived) - before) / GIB;
        });
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        stage.ask(() -> load.measure(window));
        Watch.follow(stage, downloads + " downloads", window, () -> load.bytesReceived() / GIB);
        note(stage, load);
        stage.generator.execute(load::breakOff);
        for (double share : Loads.SHARES) {
            part(stage, target, (int) (share * (shared ? downloads / 2 : downloads)));
        }
    }

    private static void part(TrialStage stage, Target target, int count) throws IOException, InterruptedException {
        Duration ramp = Loads.ramp(2 * count);
        DownloadLoad load = DownloadLoad.endless(stage.generator, target, count).start(ramp);
        Window window = Window.after(ramp.plus(Loads.SETTLE), Loads.SHARE_WINDOW);
        Watch.rate(stage, count + " downloads", window, () -> load.bytesReceived() / GIB);
        stage.notes.errors(stage.ask(load::errors));
        stage.generator.execute(load::breakOff);
    }

    private void note(TrialStage stage, DownloadLoad load) throws InterruptedException {
        Notes notes = stage.notes;
        List<Long> bytes = stage.ask(load::bytesInWindow);
        notes.series(Raw.Series.CLIENT_BYTES, bytes.subList(0, downloads));
        double grant = server().chunkBytes(shared ? 1 : downloads + 2); // a global limit allows no growth
        List<Double> steady = stage.ask(() -> load.steadyBytes(grant));
        notes.errors(bytes.contains(0L) ? Map.of("received nothing", 1L) : Map.of());
        notes.value(Value.ONE_CONNECTION_BYTES, steady.get(downloads));
        notes.value(Value.MANY_CONNECTIONS_BYTES, steady.get(downloads + 1));
        notes.value(Value.RATE_BYTES, shared ? rateBytes / 2.0 : rateBytes);
        notes.value(Value.CHUNK_BYTES, grant);
        notes.histogram(Evidence.Tag.GAP, stage.ask(load::gapMicros));
        notes.errors(stage.ask(load::errors));
        stage.note("weir.throttle.grants", Value.GRANTS);
        stage.note("weir.throttle.wakeups", Value.WAKEUPS);
        stage.note("weir.throttle.empty-polls", Value.EMPTY_POLLS);
    }
}
