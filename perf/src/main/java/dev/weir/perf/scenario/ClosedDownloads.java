package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Scenario S1: 100 users repeatedly download 200 KiB at 200 KiB/s from a server with 10 threads. Before that, measures
 * the CPU time with 1, 4, 7 and 10 users, for {@code seconds} each.
 */
public record ClosedDownloads(int cycles, int seconds) implements Scenario {
    private static final int USERS = 100;
    private static final int THREADS = 10;
    private static final int FILE_BYTES = 200 * 1024;
    private static final int RATE_BYTES = 200 * 1024;
    private static final Duration CHUNK_TIME = Duration.ofMillis(100);
    private static final Duration DOWNLOAD = Duration.ofSeconds(FILE_BYTES / RATE_BYTES);
    private static final int SMALL_BYTES = 20 * 1024; // larger than the files that a server keeps in memory
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    /** Numbers of users, at most the number of threads. In this order, a steady drift of CPU times cancels out. */
    private static final List<Integer> FEWER_USERS = List.of(4, 10, 1, 7);

    private static final Duration SETTLE = Duration.ofSeconds(3); // longer than a response if no user queues
    private static final Duration SHORT_WINDOW = Duration.ofSeconds(10);
    private static final Duration QUEUED_SETTLE = Duration.ofSeconds(13); // longer than one if users queue for threads
    private static final Duration QUEUED_WINDOW = Duration.ofSeconds(30); // about three downloads of each user

    @Override
    public Description description() {
        return Description.of(
                "S1",
                "",
                "download",
                new ServerPlan(RATE_BYTES, 0, CHUNK_TIME, THREADS, USERS, Cores.APART),
                USERS,
                FILE_BYTES / 1024,
                RATE_BYTES / 1024,
                CHUNK_TIME.toMillis(),
                THREADS,
                cycles,
                WARM_UP.toSeconds(),
                THREADS,
                SMALL_BYTES / 1024,
                seconds,
                SETTLE.toSeconds(),
                SHORT_WINDOW.toSeconds(),
                QUEUED_SETTLE.toSeconds(),
                QUEUED_WINDOW.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Contender contender = stage.contender;
        Notes notes = stage.notes;
        Target target = stage.target("article-200KiB.bin", FILE_BYTES);
        Target small = stage.target("warm-20KiB.bin", SMALL_BYTES);
        Watch.warm(stage, cycles, () -> {
            Window window = Window.after(Duration.ZERO, WARM_UP);
            ClosedLoop warmUp = new ClosedLoop(stage.generator, small, window).start(THREADS, DOWNLOAD);
            stage.progress.await("warming up", window.toNanos());
            drain(stage, warmUp);
            return stage.ask(warmUp::finished);
        });
        for (int users : FEWER_USERS) {
            Window window = Window.after(Loads.SETTLE, Duration.ofSeconds(seconds));
            ClosedLoop fewer = new ClosedLoop(stage.generator, target, window).start(users, DOWNLOAD);
            Watch.rate(stage, users + " users", window, () -> (double) fewer.finished());
            drain(stage, fewer);
            if (users == 1) {
                notes.histogram(Evidence.Tag.UNLOADED_RESPONSE, stage.ask(fewer::responseMicros));
                notes.histogram(Evidence.Tag.UNLOADED_WAIT, stage.ask(fewer::waitMicros));
            }
        }

        boolean mayQueue =
                contender == Contender.JOINED || (contender.holdsThread() && contender.threads(THREADS, USERS) < USERS);
        Window window = mayQueue ? Window.after(QUEUED_SETTLE, QUEUED_WINDOW) : Window.after(SETTLE, SHORT_WINDOW);
        ClosedLoop load = new ClosedLoop(stage.generator, target, window).start(USERS, DOWNLOAD);
        Watch.follow(stage, USERS + " users", window, () -> (double) load.finished());
        notes.histogram(Evidence.Tag.RESPONSE, stage.ask(load::responseMicros));
        notes.histogram(Evidence.Tag.WAIT, stage.ask(load::waitMicros));
        notes.errors(stage.ask(load::errors));
        notes.value(Value.USERS, USERS);
        notes.value(Value.DOWNLOAD_SECONDS, DOWNLOAD.toNanos() / 1e9);
        if (contender.holdsThread()) {
            notes.value(Value.THREADS, contender.threads(THREADS, USERS));
        }
        stage.generator.execute(load::breakOff);
    }

    private static void drain(TrialStage stage, ClosedLoop load) throws InterruptedException {
        Waiting.await("the downloads", stage.ask(load::stop), Duration.ofSeconds(5));
        stage.notes.errors(stage.ask(load::errors));
    }
}
