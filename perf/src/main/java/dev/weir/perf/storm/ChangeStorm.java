package dev.weir.perf.storm;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Raises the rate of downloads that wait for a distant grant, and measures when each of them gets its next byte. */
final class ChangeStorm {
    private static final int FILE_BYTES = 8 * 1024;
    /** A grant is 4 KiB, so the first grant is 64 seconds away. */
    private static final long SLOW_BYTES = 64;
    /** Brings the whole file in one grant, after 4 ms. */
    private static final long FAST_BYTES = 2 << 20;

    private static final int WARM_UPS = 5;
    private static final int ROUNDS = 5;
    private static final int IDLE_CLIENTS = 40_000;
    private static final double MOST_MILLIS = 100;
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final String FIRST_BYTE = "first byte, microseconds from the request";
    private static final String ANSWER = "answer, microseconds from the request";

    static final Storm STORM = Storm.of(
            "A changed rate reaches downloads that wait (T06)",
            """
            Each download has its own address. It has received status and header fields and waits for its first grant, which \
            is a minute away at %d B/s. Then POST /actuator/weir/default changes the plan's rate to %,d B/s, which needs 4 ms \
            to bring the remaining %d bytes. Times run from that request to the first byte of each body, over all downloads \
            of %d changes after %d changes of warm-up. The server also knows %,d idle clients and those of earlier changes.\
            """.formatted(SLOW_BYTES, FAST_BYTES, FILE_BYTES, ROUNDS, WARM_UPS, IDLE_CLIENTS),
            setting -> Storm.Setup.apart(0, setting.sizes().downloads),
            ChangeStorm::run);

    private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
        stage.target("small.bin", 100);
        Operator.flood(stage, "small.bin", 0, IDLE_CLIENTS);
        Checks warm = new Checks();
        for (int round = 1; round <= WARM_UPS; round++) {
            if (round == WARM_UPS) {
                stage.pin();
            }
            change(stage, warm, round, new Histogram(3));
        }
        checks.errors(warm);
        Histogram lagMicros = new Histogram(3);
        long finished = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            finished += change(stage, checks, round, lagMicros);
        }
        long planned = (long) ROUNDS * stage.sizes().downloads;
        checks.percentile("first byte of the next grant, p50", FIRST_BYTE, 50);
        checks.percentile("p99", FIRST_BYTE, 99, MOST_MILLIS);
        checks.percentile("maximum", FIRST_BYTE, 100, MOST_MILLIS);
        checks.exactly("downloads without a first byte", planned - checks.count(FIRST_BYTE), 0, "downloads");
        checks.exactly("whole and right", finished, planned, "downloads");
        checks.percentile("answer to the operator, maximum", ANSWER, 100);
        checks.lag(lagMicros);
    }

    /** Changes the rate once, and returns the number of whole and right downloads. */
    private static long change(Stage stage, Checks checks, int round, Histogram lagMicros)
            throws IOException, InterruptedException {
        int downloads = stage.sizes().downloads;
        Operator.changeRate(stage, SLOW_BYTES);
        Target target = stage.target("change.bin", FILE_BYTES);
        DownloadLoad load = DownloadLoad.finite(stage.generator(), target, downloads);
        stage.execute(() -> load.start(Duration.ofNanos(400_000L * downloads)));
        stage.awaitMeter("weir.downloads.waiting", downloads);
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        Window.SchedulingLag lag = stage.lag(window);
        CompletableFuture<Timing> changing = Operator.changeRate(stage, FAST_BYTES, window.fromNanos());
        stage.generator().poll(true);
        Waiting.until(window.toNanos());
        stage.generator().poll(false);
        Timing changed = Waiting.await("the change of the rate", changing, WINDOW);
        lagMicros.add(stage.ask(lag::micros));
        List<Long> micros = stage.ask(load::firstByteNanos).stream()
                .map(nanos -> TimeUnit.NANOSECONDS.toMicros(nanos - changed.startNanos()))
                .toList();
        stage.awaitMeter("weir.downloads.active", 0);
        checks.raw(FIRST_BYTE + ", change " + round, micros);
        checks.raw(ANSWER + ", change " + round, List.of(TimeUnit.NANOSECONDS.toMicros(changed.responseNanos())));
        checks.errors(stage.ask(load::errors));
        return stage.ask(load::finished);
    }
}
