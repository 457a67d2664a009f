package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.ClosedLoop.Recorder.Timing;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.stage.Operator;
import dev.weir.perf.stage.Stage;
import dev.weir.perf.stage.Storm;
import dev.weir.perf.trial.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/** Lets thousands of clients leave at random moments, and checks that the server keeps nothing of them. */
final class CancelStorm {
    private static final long SLOW_BYTES = 64;
    private static final long FAST_BYTES = 200 << 10;
    private static final int NEW_FILE_BYTES = 400 << 10;
    private static final long SEED = 20260102;
    private static final Duration LEAVING = Duration.ofSeconds(5);
    private static final Duration CALM = Duration.ofSeconds(1);
    private static final Duration TO_CLOSE = Duration.ofSeconds(10);
    /** Tomcat notices a reset at its second write, after two grants of 250 ms. The same time is added as a margin. */
    private static final double MOST_MILLIS = 1_000;

    static final Storm STORM = Storm.of(
            "Clients that leave (T08, D11)",
            """
            Each download has its own address and waits for a grant that is a minute away. Within %d s every client leaves at \
            a random moment (seed %d), every second one by a reset. In the middle the rate rises to %,d B/s, so grants are \
            under way to the clients that are left. Afterwards the granted bytes must equal the written and the returned \
            bytes, nothing may be left open, and a new download must get its rate: %,d bytes in 2 s.\
            """.formatted(LEAVING.toSeconds(), SEED, FAST_BYTES, NEW_FILE_BYTES),
            setting -> Storm.Setup.apart(SLOW_BYTES, setting.sizes().cancels),
            CancelStorm::run);

    private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
        int downloads = stage.sizes().cancels;
        SplittableRandom random = new SplittableRandom(SEED);
        storm(stage, Math.min(2_000, downloads), random, checks);
        stage.pin();
        Balance before = Balance.of(stage);
        int openBefore = stage.server().openDescriptors();
        Departures departures = storm(stage, downloads, random, checks);
        int openAfter = stage.descriptorsDownTo(openBefore, TO_CLOSE);
        Balance after = Balance.of(stage);
        long granted = after.granted - before.granted;
        long written = after.written - before.written;
        long givenBack = after.givenBack - before.givenBack;

        checks.exactly("left", departures.left, downloads, "clients");
        checks.atMost("last departure until weir.downloads.active is 0", departures.goneMillis, MOST_MILLIS, "ms");
        checks.exactly("weir.downloads.waiting", stage.meter("weir.downloads.waiting"), 0, "downloads");
        checks.measured("granted", granted, "bytes");
        checks.measured("written", written, "bytes");
        checks.atLeast("given back", givenBack, 1, "bytes");
        checks.exactly("granted - written - given back", granted - written - givenBack, 0, "bytes");
        checks.atLeast("written - received", written - departures.received, 0, "bytes");
        checks.measured("open descriptors before", openBefore, "");
        checks.atMost("open descriptors after", openAfter, openBefore, "");
        checks.raw("granted, written, given back", List.of(granted, written, givenBack));
        newDownload(stage, checks);
        checks.lag(departures.lagMicros);
    }

    private record Balance(long granted, long written, long givenBack) {
        static Balance of(Stage stage) throws InterruptedException {
            return new Balance(
                    (long) stage.meter("weir.throttle.granted"), (long) stage.meter("weir.downloads.written"), (long)
                            stage.meter("weir.throttle.given-back"));
        }
    }

    private record Departures(long left, long received, double goneMillis, Histogram lagMicros) {}

    private static Departures storm(Stage stage, int downloads, SplittableRandom random, Checks checks)
            throws IOException, InterruptedException {
        Operator.changeRate(stage, SLOW_BYTES);
        Target target = stage.target("large.bin", 64 << 20);
        DownloadLoad load = DownloadLoad.endless(stage.generator(), target, Collections.nCopies(downloads, 1));
        stage.execute(() -> load.start(Duration.ofNanos(400_000L * downloads)));
        stage.awaitMeter("weir.downloads.waiting", downloads);
        Window window = Window.after(CALM, LEAVING);
        Window.SchedulingLag lag = stage.lag(window);
        stage.execute(() -> load.leave(window, random));
        long middleNanos = window.fromNanos() + LEAVING.dividedBy(2).toNanos();
        CompletableFuture<Timing> changed = Operator.changeRate(stage, FAST_BYTES, middleNanos);
        Waiting.until(window.toNanos());
        stage.ask(load::left); // completes after all departures, which run on the same loop
        long lastLeftNanos = System.nanoTime();
        long goneNanos = stage.awaitMeter("weir.downloads.active", 0);
        Waiting.await("the change of the rate", changed, CALM);
        checks.errors(stage.ask(load::errors));
        return new Departures(
                stage.ask(load::left),
                stage.ask(load::bytesReceived),
                (goneNanos - lastLeftNanos) / 1e6,
                stage.ask(lag::micros));
    }

    private static void newDownload(Stage stage, Checks checks) throws IOException, InterruptedException {
        ClosedLoop.Recorder recorder = new ClosedLoop.Recorder(Window.after(Duration.ZERO, TO_CLOSE));
        Target file = stage.target("new.bin", NEW_FILE_BYTES);
        ClosedLoop one = stage.ask(() -> ClosedLoop.start(stage.generator(), file, recorder, 1, Duration.ZERO));
        Thread.sleep(CALM);
        Waiting.await("the new download", stage.ask(one::stop), TO_CLOSE);
        ClosedLoop.Recorder.Recording recording = stage.ask(recorder::recording);
        checks.errors(recording.errors());
        long micros = recording.responseMicros().getMaxValue();
        checks.raw("new download, microseconds", List.of(micros));
        double planned = 1e3 * NEW_FILE_BYTES / FAST_BYTES;
        checks.between("duration of a new download", micros / 1e3, planned * 0.99, planned * 1.01, "ms");
    }
}
