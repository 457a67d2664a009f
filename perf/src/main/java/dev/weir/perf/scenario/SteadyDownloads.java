package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * S1x, T02 and T03: so many downloads at once, each of a client with one connection; with them one client more with one
 * connection, and one with many.
 *
 * @param downloads at once, besides the two clients of T03
 * @param rateBytes of each client, a second
 * @param shared whether the global limit is half of what all want, so that they must share it (T04)
 */
public record SteadyDownloads(int downloads, int rateBytes, Duration chunkTime, boolean shared, Cores cores, int cycles)
        implements Scenario {
    private static final String FILE = "large.bin";
    private static final int FILE_BYTES = 64 << 20;
    private static final int MANY = 16;
    private static final double GIB = 1L << 30;
    /** Whole seconds: another length would cut chunks, and count the cut as an error of the rate. */
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private static final Duration CYCLE = Duration.ofSeconds(3);
    private static final Duration OVERHEAD = Duration.ofSeconds(12);

    @Override
    public Description description() {
        return new Description(
                "S1x",
                "%,d x %d KiB/s, %d ms%s%s"
                        .formatted(
                                downloads,
                                rateBytes / 1024,
                                chunkTime.toMillis(),
                                shared ? ", half of it in all" : "",
                                cores == Cores.SHARED ? ", both cores" : ""),
                "Many downloads at once, each at its rate: who keeps it, and for how much CPU?",
                "GiB",
                List.of(
                        "S1x: all downloads run at once, each from an address of its own; the bytes each client received in a window of exactly %d s are counted, and every one is compared. The time in a setting's name is what a grant is worth; nginx has no such setting."
                                .formatted(WINDOW.toSeconds()),
                        "S1x: T02 asks that every client is within 0.5 %% and one chunk of what its rate brings in the window; T03 that a client with %d connections gets at most 1.02 times what one with a single connection gets (nginx limits connections, not clients); T04 a Jain index of 0.99; T07 1.05 wake-ups a grant and no empty poll, as the server counts them from its start."
                                .formatted(MANY),
                        "S1x: the load that warms up is the load that is measured, without a pause between: it leaves the compilers room. Warm is when neither of the last two cycles of %d s was over 3 %% cheaper than the cheapest before, and the compilers use less than 2 %%; at most %d cycles."
                                .formatted(CYCLE.toSeconds(), cycles),
                        "S1x: where a download holds a thread, the pool has one for each."));
    }

    @Override
    public ServerPlan server(Contender contender) {
        int connections = downloads + 1 + MANY;
        long globalBytes = shared ? (long) (downloads + 2) * rateBytes / 2 : 0;
        return new ServerPlan(rateBytes, globalBytes, chunkTime, ServerPlan.POOL, connections, cores, false);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(ramp()).plus(CYCLE.multipliedBy(cycles)).plus(WINDOW);
    }

    private Duration ramp() {
        return Duration.ofMillis(Math.max(500, 2L * downloads));
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        Target target = stage.target(FILE, FILE_BYTES);
        List<Integer> connections = Stream.concat(Collections.nCopies(downloads, 1).stream(), Stream.of(1, MANY))
                .toList();
        DownloadLoad load = DownloadLoad.endless(stage.generator(), target, connections);
        stage.generator().execute(() -> load.start(ramp()));
        stage.progress().await(downloads + " downloads start", System.nanoTime() + ramp().toNanos());
        Watch.warm(stage, cycles, () -> {
            double before = stage.ask(load::bytesReceived);
            stage.progress().await(downloads + " downloads warm up", System.nanoTime() + CYCLE.toNanos());
            return (stage.ask(load::bytesReceived) - before) / GIB;
        });
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        stage.ask(() -> load.measure(window));
        Watch.follow(stage, downloads + " downloads", window, () -> load.bytesReceived() / GIB);
        note(stage, load);
        stage.generator().execute(load::breakOff);
    }

    private void note(Stage stage, DownloadLoad load) throws InterruptedException {
        Notes notes = stage.notes();
        List<Long> bytes = stage.ask(load::bytesInWindow);
        notes.series(Raw.Series.CLIENT_BYTES, bytes.subList(0, downloads));
        notes.value(Value.ONE_CONNECTION_BYTES, bytes.get(downloads));
        notes.value(Value.MANY_CONNECTIONS_BYTES, bytes.get(downloads + 1));
        notes.value(
                Value.WINDOW_BYTES, bytes.stream().mapToLong(Long::longValue).sum());
        notes.value(Value.RATE_BYTES, shared ? rateBytes / 2.0 : rateBytes);
        notes.value(Value.CHUNK_BYTES, server(Contender.REACTIVE).chunkBytes());
        notes.histogram(Evidence.Tag.GAP, stage.ask(load::gapMicros));
        notes.errors(stage.ask(load::errors));
        stage.note("weir.throttle.grants", Value.GRANTS);
        stage.note("weir.throttle.wakeups", Value.WAKEUPS);
        stage.note("weir.throttle.empty-polls", Value.EMPTY_POLLS);
    }
}
