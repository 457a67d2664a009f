package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * S1, the article's test: 100 users download 200 KiB at 200 KiB/s from a server with 10 threads, and start again.
 *
 * <p>Every contender gets the same warm-up and the same time to settle; only the window differs, where users queue.
 */
public final class ClosedDownloads implements Scenario {
    private static final String FILE = "article-200KiB.bin";
    private static final int USERS = 100;
    private static final int THREADS = 10;
    private static final int FILE_BYTES = 200 * 1024;
    private static final int RATE_BYTES = 200 * 1024;
    private static final Duration CHUNK_TIME = Duration.ofMillis(100);
    private static final Duration DOWNLOAD = Duration.ofSeconds(FILE_BYTES / RATE_BYTES);

    /** As many users as every contender can serve without a queue. */
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    private static final int CYCLES = 3;
    private static final Duration UNLOADED = Duration.ofMillis(4500);
    /** Longer than a response, so that every download in the window found all the others there when it started. */
    private static final Duration SETTLE = Duration.ofSeconds(13);

    private static final Duration SHORT_WINDOW = Duration.ofSeconds(15);
    /** Three rounds of the users' turns. */
    private static final Duration QUEUED_WINDOW = Duration.ofSeconds(30);

    private static final Duration TO_DRAIN = Duration.ofSeconds(5);
    private static final Duration OVERHEAD = Duration.ofSeconds(10);

    @Override
    public Description description() {
        return new Description(
                "S1",
                "",
                "100 users download 200 KiB at 200 KiB/s from a server with 10 Tomcat threads: who waits?",
                "download",
                List.of(
                        "S1 is a closed loop: %d users; each downloads %d KiB at %d KiB/s, compares every byte, and starts again at once. They start spread over a second. Grants are worth %d ms, as in the article."
                                .formatted(USERS, FILE_BYTES / 1024, RATE_BYTES / 1024, CHUNK_TIME.toMillis()),
                        "S1: every request has a connection of its own (Connection: close). With keep-alive a user's"
                                + " next request can be read by the thread that served the last one, past everybody who"
                                + " waits; with a connection each it queues, as the article's users did.",
                        "S1: every request comes from a fresh address in 127.0.0.0/8, so that it is a client of its"
                                + " own with an empty bucket: the article limits each request too.",
                        "S1: Tomcat's pool has %d threads (blocking-many: a thread for each user). The global limit is off."
                                .formatted(THREADS),
                        "S1: the same warm-up for all: %d cycles of %d s with %d users, as many as every contender serves without a queue; then one user alone for %.1f s, which is the unloaded figure; then all users, %d s to settle. The window is %d s, %d s where users queue."
                                .formatted(
                                        CYCLES,
                                        WARM_UP.toSeconds(),
                                        THREADS,
                                        UNLOADED.toMillis() / 1e3,
                                        SETTLE.toSeconds(),
                                        SHORT_WINDOW.toSeconds(),
                                        QUEUED_WINDOW.toSeconds()),
                        "S1 is predicted: a download that holds one of T threads lasts N/T x D among N users; any"
                                + " other lasts as long as unloaded. Within 5 % is met."));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return new ServerPlan(RATE_BYTES, 0, CHUNK_TIME, THREADS, USERS, Cores.APART, false);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(WARM_UP.multipliedBy(CYCLES))
                .plus(UNLOADED)
                .plus(SETTLE)
                .plus(window(contender));
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        Notes notes = stage.notes();
        Target target = stage.target(FILE, FILE_BYTES);
        Watch.warm(
                stage,
                CYCLES,
                () -> drained(stage, target, "warms up", THREADS, WARM_UP).downloads());
        ClosedLoop.Recorder.Recording alone = drained(stage, target, "a single user", 1, UNLOADED);
        notes.histogram(Evidence.Tag.UNLOADED_RESPONSE, alone.responseMicros());
        notes.histogram(Evidence.Tag.UNLOADED_WAIT, alone.waitMicros());

        Window window = Window.after(SETTLE, window(contender));
        ClosedLoop.Recorder recorder = new ClosedLoop.Recorder(window);
        ClosedLoop load = stage.ask(() -> ClosedLoop.start(stage.generator(), target, recorder, USERS, DOWNLOAD));
        Watch.follow(stage, USERS + " users", window, () -> (double) recorder.finished());
        ClosedLoop.Recorder.Recording loaded = stage.ask(recorder::recording);
        notes.histogram(Evidence.Tag.RESPONSE, loaded.responseMicros());
        notes.histogram(Evidence.Tag.WAIT, loaded.waitMicros());
        notes.errors(loaded.errors());
        notes.value(Value.WINDOW_BYTES, loaded.bytesInWindow());
        notes.value(Value.CHECKED_BYTES, loaded.bytesChecked());
        notes.value(Value.USERS, USERS);
        notes.value(Value.DOWNLOAD_SECONDS, DOWNLOAD.toNanos() / 1e9);
        if (contender.holdsThread()) {
            notes.value(Value.THREADS, contender.threads(THREADS, USERS));
        }
        stage.generator().execute(load::breakOff);
    }

    /** A phase that ends with nobody under way, so that the next one finds an idle server. */
    private static ClosedLoop.Recorder.Recording drained(
            Stage stage, Target target, String what, int users, Duration length) throws InterruptedException {
        Window window = Window.after(Duration.ZERO, length);
        ClosedLoop.Recorder recorder = new ClosedLoop.Recorder(window);
        ClosedLoop load = stage.ask(() -> ClosedLoop.start(stage.generator(), target, recorder, users, DOWNLOAD));
        stage.progress().await(what, window.toNanos());
        CompletableFuture<Void> idle = stage.ask(load::stop);
        try {
            idle.get(TO_DRAIN.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    what + ": downloads still under way after " + TO_DRAIN.toSeconds() + " s", e);
        }
        ClosedLoop.Recorder.Recording recording = stage.ask(recorder::recording);
        stage.notes().errors(recording.errors());
        return recording;
    }

    private static Duration window(Contender contender) {
        boolean queues = contender.holdsThread() && contender.threads(THREADS, USERS) < USERS;
        return queues ? QUEUED_WINDOW : SHORT_WINDOW;
    }
}
