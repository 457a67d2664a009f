package dev.weir.resilience.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.SingleRequest.Timing;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.load.Window.SchedulingLag;
import dev.weir.perf.result.Checks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Stress tests ({@link Storm}) that raise the rate limit while downloads wait a minute for their next bytes. */
final class RateStorms {
    private static final long SLOW_BYTES = 64; // 4 KiB are passed at a time, so the first bytes come after 64 s
    private static final long LEAVING_BYTES = 200 << 10;
    private static final int NEW_FILE_BYTES = 400 << 10;
    private static final long SEED = 20260102;
    private static final Duration LEAVING = Duration.ofSeconds(5);
    private static final Duration CALM = Duration.ofSeconds(1);
    private static final Duration TO_CLOSE = Duration.ofSeconds(10);
    private static final double MOST_GONE_MILLIS = 1_000; // twice the time until Tomcat's second write
    static final Storm CANCEL = new Storm(
            "Clients that leave (T08, D11)",
            """
            Each download has its own address. Its rate limit delays its next bytes by a minute. Within %d s every \
            client leaves at a random moment (seed %d), every second one by a reset. In the middle the rate rises \
            to %,d B/s, so the remaining clients get bytes. Afterwards the granted bytes must equal the written \
            plus the returned bytes, nothing may be left open, and a new download must get its rate: %,d bytes in \
            2 s.\
            """.formatted(LEAVING.toSeconds(), SEED, LEAVING_BYTES, NEW_FILE_BYTES),
            RateStorms::cancel);

    private static final int FILE_BYTES = 8 * 1024;
    private static final long FAST_BYTES = 2 << 20;
    private static final int ROUNDS = 5;
    private static final int IDLE_CLIENTS = 40_000;
    private static final double MOST_MILLIS = 100;
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final String FIRST_BYTE = "first byte, microseconds from the request";
    private static final String ANSWER = "answer, microseconds from the request";

    static final Storm CHANGE = new Storm(
            "A changed rate reaches downloads that wait (T06)",
            """
            Each download has its own address. It has received status and header fields and waits for the first \
            byte of its body, which is due after a minute at %d B/s. Then POST /actuator/weir/default changes the \
            plan's rate to %,d B/s, which needs 4 ms to bring the remaining %d bytes. Times run from that request \
            to the first byte of each body, over all downloads of %d changes after %d changes of warm-up. The \
            server's table also holds %,d idle clients and those of earlier changes.\
            """.formatted(SLOW_BYTES, FAST_BYTES, FILE_BYTES, ROUNDS, ROUNDS, IDLE_CLIENTS),
            RateStorms::change);

    private static void cancel(Stage stage, Checks checks) throws IOException, InterruptedException {
        int downloads = stage.sizes.cancels;
        stage.serve(Storm.apart(SLOW_BYTES, downloads));
        SplittableRandom random = new SplittableRandom(SEED);
        leave(stage, Math.min(2_000, downloads), random, checks);
        stage.pin();
        Balance before = Balance.of(stage);
        int openBefore = stage.server().openDescriptors();
        Departures departures = leave(stage, downloads, random, checks);
        int openAfter = stage.descriptorsDownTo(openBefore, TO_CLOSE);
        Balance after = Balance.of(stage);
        long granted = after.granted - before.granted;
        long written = after.written - before.written;
        long givenBack = after.givenBack - before.givenBack;
        checks.exactly("left", departures.left, downloads, "clients");
        checks.atMost("last departure until weir.downloads.active is 0", departures.goneMillis, MOST_GONE_MILLIS, "ms");
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
            long granted = (long) stage.meter("weir.throttle.granted");
            long written = (long) stage.meter("weir.downloads.written");
            return new Balance(granted, written, (long) stage.meter("weir.throttle.given-back"));
        }
    }

    private record Departures(long left, long received, double goneMillis, Histogram lagMicros) {}

    private static Departures leave(Stage stage, int downloads, SplittableRandom random, Checks checks)
            throws IOException, InterruptedException {
        stage.changeRate(SLOW_BYTES);
        DownloadLoad load = waiting(stage, DownloadLoad.endless(stage.generator, stage.huge(), downloads), downloads);
        Window window = Window.after(CALM, LEAVING);
        SchedulingLag lag = SchedulingLag.probe(stage.generator, window);
        stage.execute(() -> load.leave(window, random));
        long middleNanos = window.fromNanos() + LEAVING.dividedBy(2).toNanos();
        CompletableFuture<Timing> changed = stage.changeRate(LEAVING_BYTES, middleNanos);
        Waiting.until(window.toNanos());
        stage.ask(load::left); // the loop runs this after all departures
        long lastLeftNanos = System.nanoTime();
        stage.awaitMeter("weir.downloads.active", 0);
        double goneMillis = (System.nanoTime() - lastLeftNanos) / 1e6;
        Waiting.await("the change of the rate", changed, CALM);
        checks.errors(stage.ask(load::errors));
        return stage.ask(() -> new Departures(load.left(), load.bytesReceived(), goneMillis, lag.micros()));
    }

    private static DownloadLoad waiting(Stage stage, DownloadLoad load, int downloads) throws InterruptedException {
        load.start(Duration.ofNanos(400_000L * downloads));
        stage.awaitMeter("weir.downloads.waiting", downloads);
        return load;
    }

    private static void newDownload(Stage stage, Checks checks) throws IOException, InterruptedException {
        Target file = stage.target("new.bin", NEW_FILE_BYTES);
        Window window = Window.after(Duration.ZERO, TO_CLOSE);
        ClosedLoop one = new ClosedLoop(stage.generator, file, window).start(1, Duration.ZERO);
        Thread.sleep(CALM);
        Waiting.await("the new download", stage.ask(one::stop), TO_CLOSE);
        checks.errors(stage.ask(one::errors));
        long micros = stage.ask(one::responseMicros).getMaxValue();
        checks.raw("new download, microseconds", List.of(micros));
        double planned = 1e3 * NEW_FILE_BYTES / LEAVING_BYTES;
        checks.between("duration of a new download", micros / 1e3, planned * 0.99, planned * 1.01, "ms");
    }

    private static void change(Stage stage, Checks checks) throws IOException, InterruptedException {
        stage.serve(Storm.apart(0, stage.sizes.downloads));
        stage.target("small.bin", 100);
        stage.flood("small.bin", 0, IDLE_CLIENTS);
        Checks warm = new Checks();
        Histogram lagMicros = new Histogram(3);
        for (int round = 1; round <= ROUNDS; round++) {
            if (round == ROUNDS) {
                stage.pin();
            }
            changeOnce(stage, warm, round, new Histogram(3));
        }
        checks.errors(warm);
        long finished = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            finished += changeOnce(stage, checks, round, lagMicros);
        }
        long planned = (long) ROUNDS * stage.sizes.downloads;
        checks.percentile("first byte of the next grant, p50", FIRST_BYTE, 50);
        checks.percentile("p99", FIRST_BYTE, 99, MOST_MILLIS);
        checks.percentile("maximum", FIRST_BYTE, 100, MOST_MILLIS);
        checks.exactly("downloads without a first byte", planned - checks.count(FIRST_BYTE), 0, "downloads");
        checks.exactly("whole and right", finished, planned, "downloads");
        checks.percentile("answer to the operator, maximum", ANSWER, 100);
        checks.lag(lagMicros);
    }

    private static long changeOnce(Stage stage, Checks checks, int round, Histogram lagMicros)
            throws IOException, InterruptedException {
        int downloads = stage.sizes.downloads;
        stage.changeRate(SLOW_BYTES);
        Target target = stage.target("change.bin", FILE_BYTES);
        DownloadLoad load = waiting(stage, DownloadLoad.finite(stage.generator, target, downloads), downloads);
        Window window = Window.after(CALM, WINDOW);
        SchedulingLag lag = SchedulingLag.probe(stage.generator, window);
        CompletableFuture<Timing> changing = stage.changeRate(FAST_BYTES, window.fromNanos());
        stage.pollUntil(window.toNanos());
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
