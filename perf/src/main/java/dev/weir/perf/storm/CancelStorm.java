package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Operator;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/** Has thousands of clients leave at random moments, and asks whether anything is left behind. */
final class CancelStorm {
    private static final int FILE_BYTES = 64 << 20;
    private static final long SLOW_BYTES = 64;
    private static final long FAST_BYTES = 200 << 10;
    private static final int NEW_FILE_BYTES = 400 << 10;
    private static final long SEED = 20260102;
    private static final int STARTED_A_SECOND = 2_500;
    private static final int WARM_UP = 2_000;
    private static final Duration LEAVING = Duration.ofSeconds(5);
    private static final Duration CALM = Duration.ofSeconds(1);
    private static final Duration TO_CLOSE = Duration.ofSeconds(10);
    /** Two writes on Tomcat, a grant each of 250 ms, and as much again. */
    private static final double MOST_MILLIS = 1_000;

    static final Storm STORM = Storm.of(
            "A storm of cancels (T08, D11)",
            """
            Each download, of an address of its own, waits for a grant that is a minute away. Within %d s every client \
            leaves at a random moment (seed %d), every other by a reset. In the middle of it the rate becomes %,d B/s, so \
            that grants are on their way to those who are left. Then: is what was granted what was written and what was \
            given back; is anything still open; and does a new download get its rate, %,d bytes in 2 s?\
            """.formatted(LEAVING.toSeconds(), SEED, FAST_BYTES, NEW_FILE_BYTES),
            setting -> Storm.Setup.apart(SLOW_BYTES, setting.sizes().cancels),
            CancelStorm::run);

    private CancelStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        int downloads = site.sizes().cancels;
        SplittableRandom random = new SplittableRandom(SEED);
        storm(site, Math.min(WARM_UP, downloads), random, found);
        site.pin();
        Balance before = Balance.of(site);
        int openBefore = site.server().openDescriptors();
        Stormed stormed = storm(site, downloads, random, found);
        int openAfter = site.descriptorsDownTo(openBefore, TO_CLOSE);
        Balance after = Balance.of(site);
        long granted = after.granted - before.granted;
        long written = after.written - before.written;
        long givenBack = after.givenBack - before.givenBack;

        found.exactly("left", stormed.left, downloads, "clients");
        found.atMost("weir.downloads.active is 0 after the last has left by", stormed.goneMillis, MOST_MILLIS, "ms");
        found.exactly("weir.downloads.waiting", site.meter("weir.downloads.waiting"), 0, "downloads");
        found.measured("granted", granted, "bytes");
        found.measured("written", written, "bytes");
        found.atLeast("given back", givenBack, 1, "bytes");
        found.exactly("granted - written - given back", granted - written - givenBack, 0, "bytes");
        found.atLeast("written - received", written - stormed.received, 0, "bytes");
        found.measured("open descriptors before", openBefore, "");
        found.atMost("open descriptors after", openAfter, openBefore, "");
        found.raw("granted, written, given back", List.of(granted, written, givenBack));
        newDownload(site, found);
        found.lag(stormed.lagMicros);
    }

    /** What the server's meters say of bytes. */
    private record Balance(long granted, long written, long givenBack) {
        static Balance of(Site site) throws InterruptedException {
            return new Balance(
                    (long) site.meter("weir.throttle.granted"), (long) site.meter("weir.downloads.written"), (long)
                            site.meter("weir.throttle.given-back"));
        }
    }

    private record Stormed(long left, long received, double goneMillis, Histogram lagMicros) {}

    private static Stormed storm(Site site, int downloads, SplittableRandom random, Findings found)
            throws IOException, InterruptedException {
        Operator.changeRate(site, SLOW_BYTES);
        Target target = site.target("large.bin", FILE_BYTES);
        DownloadLoad load = DownloadLoad.endless(site.generator(), target, Collections.nCopies(downloads, 1));
        site.execute(() -> load.start(Duration.ofMillis(1000L * downloads / STARTED_A_SECOND)));
        site.awaitMeter("weir.downloads.waiting", downloads);
        Window window = Window.after(CALM, LEAVING);
        Window.SchedulingLag lag = site.lag(window);
        site.execute(() -> load.leave(window, random));
        CompletableFuture<ClosedLoop.Recorder.Timing> changed = Operator.changeRate(
                site, FAST_BYTES, window.fromNanos() + LEAVING.dividedBy(2).toNanos());
        Waiting.until(window.toNanos());
        site.ask(load::left); // the loop has come so far
        long lastLeftNanos = System.nanoTime();
        long goneNanos = site.awaitMeter("weir.downloads.active", 0);
        Waiting.await(changed, CALM);
        found.errors(site.ask(load::errors));
        return new Stormed(
                site.ask(load::left),
                site.ask(load::bytesReceived),
                (goneNanos - lastLeftNanos) / 1e6,
                site.ask(lag::micros));
    }

    private static void newDownload(Site site, Findings found) throws IOException, InterruptedException {
        ClosedLoop.Recorder recorder = new ClosedLoop.Recorder(Window.after(Duration.ZERO, TO_CLOSE));
        Target file = site.target("new.bin", NEW_FILE_BYTES);
        ClosedLoop one = site.ask(() -> ClosedLoop.start(site.generator(), file, recorder, 1, Duration.ZERO));
        Thread.sleep(CALM);
        Waiting.await(site.ask(one::stop), TO_CLOSE);
        ClosedLoop.Recorder.Recording recording = site.ask(recorder::recording);
        found.errors(recording.errors());
        long micros = recording.responseMicros().getMaxValue();
        found.raw("new download, microseconds", List.of(micros));
        double planned = 1e3 * NEW_FILE_BYTES / FAST_BYTES;
        found.between("a new download takes", micros / 1e3, planned * 0.99, planned * 1.01, "ms");
    }
}
