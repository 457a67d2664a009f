package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop.Recorder.Timing;
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
import java.util.List;
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
    private static final String SEEN = "first byte, microseconds from the request";
    private static final String ANSWER = "answer, microseconds from the request";

    static final Storm STORM = Storm.of(
            "A changed rate is seen by downloads that wait (T06)",
            """
            Each download, of an address of its own, has its status and fields and waits for its first grant, which is a \
            minute away at %d B/s. Then the plan's rate is changed to %,d B/s by POST /actuator/weir/default, which needs \
            4 ms to bring the %d bytes that are left. Told is the time from that request to the first byte of the body, \
            over all downloads of %d changes, %d changes of warm-up before them; the server also knows %,d idle clients \
            and those of the changes before.\
            """.formatted(SLOW_BYTES, FAST_BYTES, FILE_BYTES, ROUNDS, WARM_UPS, IDLE_CLIENTS),
            setting -> Storm.Setup.apart(0, setting.sizes().downloads),
            ChangeStorm::run);

    private ChangeStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        site.target("small.bin", 100);
        Operator.flood(site, "small.bin", 0, IDLE_CLIENTS);
        Findings warm = new Findings();
        for (int round = 1; round <= WARM_UPS; round++) {
            if (round == WARM_UPS) {
                site.pin();
            }
            change(site, warm, round, new Histogram(3));
        }
        found.errors(warm);
        Histogram lagMicros = new Histogram(3);
        long finished = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            finished += change(site, found, round, lagMicros);
        }
        long planned = (long) ROUNDS * site.sizes().downloads;
        found.percentile("first byte of the next grant, p50", SEEN, 50);
        found.percentile("p99", SEEN, 99, MOST_MILLIS);
        found.percentile("the last one", SEEN, 100, MOST_MILLIS);
        found.exactly("never", planned - found.count(SEEN), 0, "downloads");
        found.exactly("whole and right", finished, planned, "downloads");
        found.percentile("answer to the operator, slowest", ANSWER, 100);
        found.lag(lagMicros);
    }

    /** Changes the rate once; how many downloads ended whole and right. */
    private static long change(Site site, Findings found, int round, Histogram lagMicros)
            throws IOException, InterruptedException {
        int downloads = site.sizes().downloads;
        Operator.changeRate(site, SLOW_BYTES);
        Target target = site.target("change.bin", FILE_BYTES);
        DownloadLoad load = DownloadLoad.finite(site.generator(), target, downloads);
        site.execute(() -> load.start(Duration.ofMillis(1000L * downloads / STARTED_A_SECOND)));
        site.awaitMeter("weir.downloads.waiting", downloads);
        Window window = Window.after(CALM, WINDOW);
        Window.SchedulingLag lag = site.lag(window);
        CompletableFuture<Timing> changing = Operator.changeRate(site, FAST_BYTES, window.fromNanos());
        site.generator().poll(true);
        Waiting.until(window.toNanos());
        site.generator().poll(false);
        Timing changed = Waiting.await(changing, WINDOW);
        lagMicros.add(site.ask(lag::micros));
        List<Long> seenMicros = site.ask(load::firstByteNanos).stream()
                .map(nanos -> TimeUnit.NANOSECONDS.toMicros(nanos - changed.startNanos()))
                .toList();
        site.awaitMeter("weir.downloads.active", 0);
        found.raw(SEEN + ", change " + round, seenMicros);
        found.raw(ANSWER + ", change " + round, List.of(TimeUnit.NANOSECONDS.toMicros(changed.responseNanos())));
        found.errors(site.ask(load::errors));
        return site.ask(load::finished);
    }
}
