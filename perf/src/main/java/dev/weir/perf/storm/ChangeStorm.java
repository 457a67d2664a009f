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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Changes the rate under downloads that wait for a grant a minute away, and asks when each of them saw it. */
final class ChangeStorm {
    private static final int FILE_BYTES = 8 * 1024;
    /** A grant is 4 KiB, so the first one is 64 seconds away. */
    private static final long SLOW_BYTES = 64;
    /** The file is granted at once, after what the rate takes to bring it: 4 ms. */
    private static final long FAST_BYTES = 2 << 20;

    private static final int WARM_UPS = 5;
    private static final int ROUNDS = 5;
    private static final int IDLE_CLIENTS = 40_000;
    private static final int STARTED_A_SECOND = 2_500;
    private static final double MOST_MILLIS = 100;
    private static final Duration CALM = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(2);

    static final String DESCRIPTION = """
        Each download, of an address of its own, has its status and fields and waits for its first grant, which is a \
        minute away at %d B/s. Then the plan's rate is changed to %,d B/s by POST /actuator/weir/default, which needs \
        4 ms to bring the %d bytes that are left. Told is the time from that request to the first byte of the body, \
        over all downloads of %d changes, %d changes of warm-up before them; the server also knows %,d idle clients \
        and those of the changes before.\
        """.formatted(SLOW_BYTES, FAST_BYTES, FILE_BYTES, ROUNDS, WARM_UPS, IDLE_CLIENTS);

    private final Site site;
    private final int downloads;
    private final Target target;
    private final Histogram lagMicros = new Histogram(3);
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, List<Long>> raw = new TreeMap<>();
    private final List<Long> seenMicros = new ArrayList<>();
    private final List<Long> answerMicros = new ArrayList<>();
    private long finished;

    private ChangeStorm(Site site, int downloads) throws IOException {
        this.site = site;
        this.downloads = downloads;
        this.target = site.target("change.bin", FILE_BYTES);
    }

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int downloads = setting.sizes().downloads();
        ServerPlan plan = Site.apart(0, downloads);
        try (Site site = Site.open(setting, plan)) {
            ChangeStorm storm = new ChangeStorm(site, downloads);
            storm.warm();
            for (int round = 1; round <= ROUNDS; round++) {
                storm.note(round, storm.change());
            }
            return site.found(storm.figures(), storm.errors, storm.raw);
        }
    }

    private void warm() throws IOException, InterruptedException {
        site.target("small.bin", 100);
        site.flood("small.bin", 0, IDLE_CLIENTS);
        for (int round = 1; round <= WARM_UPS; round++) {
            if (round == WARM_UPS) {
                site.pin();
            }
            errors.putAll(change().errors());
        }
        lagMicros.reset();
    }

    private record Changed(List<Long> seenMicros, long answerMicros, int finished, Map<String, Long> errors) {}

    private Changed change() throws InterruptedException {
        site.changeRate(SLOW_BYTES);
        DownloadStorms.ChangeLoad load = new DownloadStorms.ChangeLoad(site.generator(), target);
        site.generator().execute(() -> load.start(downloads, Duration.ofMillis(1000L * downloads / STARTED_A_SECOND)));
        site.awaitMeter("weir.downloads.waiting", downloads);
        Window window = Window.after(CALM, WINDOW);
        Window.SchedulingLag lag = site.lag(window);
        CompletableFuture<ClosedLoop.Recorder.Timing> changing = site.changeRate(FAST_BYTES, window.fromNanos());
        site.generator().poll(true);
        Site.sleepUntil(window.toNanos());
        site.generator().poll(false);
        ClosedLoop.Recorder.Timing changed = Site.await(changing, WINDOW);
        lagMicros.add(site.generator().ask(lag::micros));
        List<Long> seen = site.generator().ask(load::firstByteNanos).stream()
                .map(nanos -> TimeUnit.NANOSECONDS.toMicros(nanos - changed.startNanos()))
                .toList();
        site.awaitMeter("weir.downloads.active", 0);
        return new Changed(
                seen,
                TimeUnit.NANOSECONDS.toMicros(changed.responseNanos()),
                site.generator().ask(load::finished),
                site.generator().ask(load::errors));
    }

    private void note(int round, Changed changed) {
        seenMicros.addAll(changed.seenMicros);
        answerMicros.add(changed.answerMicros);
        finished += changed.finished;
        changed.errors.forEach((reason, count) -> errors.merge(reason, count, Long::sum));
        raw.put("change %d: first byte, microseconds from the request".formatted(round), changed.seenMicros);
        raw.put("change %d: answer, microseconds from the request".formatted(round), List.of(changed.answerMicros));
    }

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.told("first byte of the next grant, p50", Figure.millis(seenMicros, 50), "ms"),
                Figure.atMost("p99", Figure.millis(seenMicros, 99), MOST_MILLIS, "ms"),
                Figure.atMost("the last one", Figure.millis(seenMicros, 100), MOST_MILLIS, "ms"),
                Figure.exactly("never", (long) ROUNDS * downloads - seenMicros.size(), 0, "downloads"),
                Figure.exactly("whole and right", finished, (long) ROUNDS * downloads, "downloads"),
                Figure.told("answer to the operator, slowest", Figure.millis(answerMicros, 100), "ms")));
        figures.addAll(Site.lag(lagMicros));
        return figures;
    }
}
