package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.time.Duration;

/** Scenario S1: 100 users repeatedly download 200 KiB at 200 KiB/s from a server with 10 threads. */
public final class ClosedDownloads implements Scenario {
    private static final int USERS = 100;
    private static final int THREADS = 10;
    private static final int FILE_BYTES = 200 * 1024;
    private static final int RATE_BYTES = 200 * 1024;
    private static final Duration CHUNK_TIME = Duration.ofMillis(100);
    private static final Duration DOWNLOAD = Duration.ofSeconds(FILE_BYTES / RATE_BYTES);
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int CYCLES = 3;
    private static final Duration UNLOADED = Duration.ofMillis(4500);
    private static final Duration SETTLE = Duration.ofSeconds(13); // longer than any response
    private static final Duration SHORT_WINDOW = Duration.ofSeconds(15);
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
                CYCLES,
                WARM_UP.toSeconds(),
                THREADS,
                UNLOADED.toMillis() / 1e3,
                SETTLE.toSeconds(),
                SHORT_WINDOW.toSeconds(),
                QUEUED_WINDOW.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Contender contender = stage.contender;
        Notes notes = stage.notes;
        Target target = stage.target("article-200KiB.bin", FILE_BYTES);
        Watch.warm(stage, CYCLES, () -> {
            ClosedLoop warmUp = drained(stage, target, "warming up", THREADS, WARM_UP);
            return stage.ask(warmUp::responseMicros).getTotalCount();
        });
        ClosedLoop alone = drained(stage, target, "a single user", 1, UNLOADED);
        notes.histogram(Evidence.Tag.UNLOADED_RESPONSE, stage.ask(alone::responseMicros));
        notes.histogram(Evidence.Tag.UNLOADED_WAIT, stage.ask(alone::waitMicros));

        boolean queues = contender.holdsThread() && contender.threads(THREADS, USERS) < USERS;
        Window window = Window.after(SETTLE, queues ? QUEUED_WINDOW : SHORT_WINDOW);
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

    private static ClosedLoop drained(TrialStage stage, Target target, String what, int users, Duration length)
            throws InterruptedException {
        Window window = Window.after(Duration.ZERO, length);
        ClosedLoop load = new ClosedLoop(stage.generator, target, window).start(users, DOWNLOAD);
        stage.progress.await(what, window.toNanos());
        Waiting.await("the downloads", stage.ask(load::stop), Duration.ofSeconds(5));
        stage.notes.errors(stage.ask(load::errors));
        return load;
    }
}
