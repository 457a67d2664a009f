package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.DownloadStorms;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
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

    static final String DESCRIPTION = """
        Each download, of an address of its own, waits for a grant that is a minute away. Within %d s every client \
        leaves at a random moment (seed %d), every other by a reset. In the middle of it the rate becomes %,d B/s, so \
        that grants are on their way to those who are left. Then: is what was granted what was written and what was \
        given back; is anything still open; and does a new download get its rate, %,d bytes in 2 s?\
        """.formatted(LEAVING.toSeconds(), SEED, FAST_BYTES, NEW_FILE_BYTES);

    private final Site site;
    private final Target target;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, List<Long>> raw = new TreeMap<>();

    private CancelStorm(Site site) throws IOException {
        this.site = site;
        this.target = site.target("large.bin", FILE_BYTES);
    }

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int downloads = setting.sizes().cancels();
        ServerPlan plan = Site.apart(SLOW_BYTES, downloads);
        try (Site site = Site.open(setting, plan)) {
            CancelStorm storm = new CancelStorm(site);
            storm.storm(Math.min(WARM_UP, downloads));
            site.pin();
            List<Figure> figures = storm.figures(downloads);
            return site.found(figures, storm.errors, storm.raw);
        }
    }

    private List<Figure> figures(int downloads) throws IOException, InterruptedException {
        Balance before = Balance.of(site);
        int openBefore = site.server().openDescriptors();
        Stormed stormed = storm(downloads);
        int openAfter = site.descriptorsDownTo(openBefore, TO_CLOSE);
        Balance storm = Balance.of(site).since(before);
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.exactly("left", stormed.left, downloads, "clients"),
                Figure.atMost(
                        "weir.downloads.active is 0 after the last has left by", stormed.goneMillis, MOST_MILLIS, "ms"),
                Figure.exactly("weir.downloads.waiting", site.meter("weir.downloads.waiting"), 0, "downloads"),
                Figure.told("granted", storm.granted, "bytes"),
                Figure.told("written", storm.written, "bytes"),
                Figure.atLeast("given back", (double) storm.givenBack, 1, "bytes"),
                Figure.exactly("granted - written - given back", storm.missing(), 0, "bytes"),
                Figure.atLeast("written - received", (double) (storm.written - stormed.received), 0, "bytes"),
                Figure.told("open descriptors before", openBefore, ""),
                Figure.atMost("open descriptors after", openAfter, openBefore, ""),
                newDownload()));
        figures.addAll(Site.lag(stormed.lagMicros));
        raw.put("granted, written, given back", List.of(storm.granted, storm.written, storm.givenBack));
        return figures;
    }

    /** What the server's meters say of bytes. */
    private record Balance(long granted, long written, long givenBack) {
        static Balance of(Site site) throws InterruptedException {
            return new Balance(
                    (long) site.meter("weir.throttle.granted"), (long) site.meter("weir.downloads.written"), (long)
                            site.meter("weir.throttle.given-back"));
        }

        Balance since(Balance before) {
            return new Balance(granted - before.granted, written - before.written, givenBack - before.givenBack);
        }

        long missing() {
            return granted - written - givenBack;
        }
    }

    private record Stormed(long left, long received, double goneMillis, Histogram lagMicros) {}

    private Stormed storm(int downloads) throws InterruptedException {
        site.changeRate(SLOW_BYTES);
        DownloadStorms.LeavingLoad load = new DownloadStorms.LeavingLoad(site.generator(), target);
        site.generator().execute(() -> load.start(downloads, Duration.ofMillis(1000L * downloads / STARTED_A_SECOND)));
        site.awaitMeter("weir.downloads.waiting", downloads);
        Window window = Window.after(CALM, LEAVING);
        Window.SchedulingLag lag = site.lag(window);
        site.generator().execute(() -> load.leave(window, random));
        CompletableFuture<ClosedLoop.Recorder.Timing> changed = site.changeRate(
                FAST_BYTES, window.fromNanos() + LEAVING.dividedBy(2).toNanos());
        Site.sleepUntil(window.toNanos());
        site.generator().ask(load::left); // the loop has come so far
        long lastLeftNanos = System.nanoTime();
        long goneNanos = site.awaitMeter("weir.downloads.active", 0);
        Site.await(changed, CALM);
        site.generator().ask(load::errors).forEach((reason, count) -> errors.merge(reason, count, Long::sum));
        return new Stormed(
                site.generator().ask(load::left),
                site.generator().ask(load::bytesReceived),
                (goneNanos - lastLeftNanos) / 1e6,
                site.generator().ask(lag::micros));
    }

    private Figure newDownload() throws IOException, InterruptedException {
        ClosedLoop.Recorder recorder = new ClosedLoop.Recorder(Window.after(Duration.ZERO, TO_CLOSE));
        Target file = site.target("new.bin", NEW_FILE_BYTES);
        ClosedLoop one =
                site.generator().ask(() -> ClosedLoop.start(site.generator(), file, recorder, 1, Duration.ZERO));
        Thread.sleep(CALM);
        Site.await(site.generator().ask(one::stop), TO_CLOSE);
        ClosedLoop.Recorder.Recording recording = site.generator().ask(recorder::recording);
        recording.errors().forEach((reason, count) -> errors.merge(reason, count, Long::sum));
        double millis = recording.responseMicros().getMaxValue() / 1e3;
        raw.put("new download, microseconds", List.of(recording.responseMicros().getMaxValue()));
        double planned = 1e3 * NEW_FILE_BYTES / FAST_BYTES;
        return new Figure("a new download takes", millis, "ms", planned * 0.99, planned * 1.01);
    }
}
