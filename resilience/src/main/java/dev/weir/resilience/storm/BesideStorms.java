package dev.weir.resilience.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.trial.Warmth;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Stress tests ({@link Storm}): small requests must be fast while thousands of downloads or subscribers are open. */
final class BesideStorms {
    private static final int RATE_BYTES = 30 << 10;
    private static final int PER_SECOND = 100;
    private static final int WARM_PER_SECOND = 200; // compiles soon, and is not too much for a cold server
    private static final long SEED = 20260103;
    private static final Duration CYCLE = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final double MOST_MILLIS = 20;
    private static final String LAST_BYTE = "file, last byte, microseconds";

    static final Storm DOWNLOADS = new Storm(
            "Small requests beside throttled downloads",
            """
            Each download comes from its own address and has %d KiB/s. Beside the downloads, new clients ask for a file of \
            %d bytes %d times a second. Their plan has no limit, because a limited client would wait for its own tokens. \
            /actuator/health is asked as often. Arrivals are a Poisson process (seed %d) with a connection each. Times \
            count from the planned instant, in a window of %d s.\
            """.formatted(RATE_BYTES >> 10, Probes.FILE_BYTES, PER_SECOND, SEED, WINDOW.toSeconds()),
            BesideStorms::downloads);

    private static final int PUSH_PROBES_A_SECOND = 50;
    private static final long PUSH_SEED = 20260105;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final double MOST_LAST_MILLIS = 1_000;
    private static final double MOST_STAY_MILLIS = 5;

    static final Storm PUSH = new Storm(
            "Small requests beside a broadcast to thousands of subscribers",
            """
            Every %d s all subscribers of a stream, each from its own address, get an event of 100 bytes. Beside it new \
            clients ask for a file of %d bytes %d times a second, each on its own connection, and health is asked as \
            often. Arrivals are a Poisson process (seed %d). No event loop was blocked for longer than the slowest of \
            these answers. The server itself also measures its longest task that serves listeners, over the last two \
            minutes: by the clock, which includes time when another thread had the core, and by the loop's CPU time. \
            Every subscriber must get every event once and in order.\
            """.formatted(PERIOD.toSeconds(), Probes.FILE_BYTES, PUSH_PROBES_A_SECOND, PUSH_SEED),
            BesideStorms::push);

    private static void downloads(Stage stage, Checks checks) throws IOException, InterruptedException {
        int downloads = stage.sizes.downloads;
        stage.serve(Storm.apart(RATE_BYTES, downloads)
                .with(
                        "-Dweir.clients[0].address=" + Generator.SourceAddresses.UPPER_HALF,
                        "-Dweir.clients[0].plan=unlimited",
                        "-Dweir.plans.unlimited.rate=0"));
        Duration ramp = Duration.ofMillis(downloads);
        DownloadLoad load =
                DownloadLoad.endless(stage.generator, stage.huge(), downloads).start(ramp);
        Thread.sleep(ramp);
        Warmth.warm(stage.server(), 24, () -> {
            Probes.warm(stage, CYCLE, WARM_PER_SECOND, SEED);
            return CYCLE.toSeconds();
        });
        stage.pin();
        Probes.warm(stage, CYCLE, PER_SECOND, SEED);

        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        stage.ask(() -> load.measure(window));
        Probes.ProbeTimes times = Probes.measure(stage, window, PER_SECOND, SEED);
        List<Long> bytes = stage.ask(load::bytesInWindow);
        List<Double> steady = stage.ask(() -> load.steadyBytes(RATE_BYTES));
        checks.errors(times.errors());
        checks.errors(stage.ask(load::errors));
        times.checkFile(checks, MOST_MILLIS);
        checks.raw(LAST_BYTE, times.fileWholeMicros());
        checks.percentile("%d bytes, last byte, p99".formatted(Probes.FILE_BYTES), LAST_BYTE, 99);
        times.checkHealth(checks, MOST_MILLIS);
        checks.exactly("downloads at their rate (T02)", atTheirRate(bytes, steady), bytes.size());
        checks.raw("throttled downloads, bytes in the window", bytes);
        checks.raw("throttled downloads, bytes of a window at their rate", steady);
        checks.core(times.spent());
        checks.lag(times.lagMicros());
    }

    /**
     * Counts the downloads that kept their rate in the window. Two values of a download must be near the planned bytes.
     * {@code bytes} are the received bytes. One grant of the throttle has the bytes of a second here, so one grant more
     * or less is tolerated. {@code steady} comes from the slope of the bytes over time. One grant does not change this
     * value, but a pause at an edge of the window may not show in it.
     */
    private static long atTheirRate(List<Long> bytes, List<Double> steady) {
        double planned = RATE_BYTES * (double) WINDOW.toSeconds();
        double tolerated = planned * 0.005 + RATE_BYTES / 4.0;
        return IntStream.range(0, bytes.size())
                .filter(i -> Math.abs(steady.get(i) - planned) <= tolerated)
                .filter(i -> Math.abs(bytes.get(i) - planned) <= tolerated + RATE_BYTES)
                .count();
    }

    static void requireDelivered(Stage stage, EventLoad load, Duration patience) throws InterruptedException {
        if (!stage.holds(patience, load::isQuiet)) {
            throw new IllegalStateException("after %s, %d deliveries are missing; errors: %s"
                    .formatted(
                            patience,
                            stage.ask(load::missing),
                            stage.ask(load::recording).errors()));
        }
    }

    private static void push(Stage stage, Checks checks) throws IOException, InterruptedException {
        int count = stage.sizes.subscribers;
        stage.serve(Storm.apart(0, count + 500));
        EventLoad load = stage.listen(EventLoad.Kind.STREAMS, 1, count, Duration.ofMillis(count));
        stage.execute(() -> load.publishAsHeard(true));
        Probes.warm(stage, Duration.ofSeconds(20), PUSH_PROBES_A_SECOND, PUSH_SEED);
        stage.execute(() -> load.publishAsHeard(false));
        requireDelivered(stage, load, PATIENCE);
        stage.pin();

        Window window = Window.after(Duration.ofSeconds(1), Duration.ofSeconds(stage.sizes.seconds));
        stage.execute(() -> load.publish(window, 1.0 / PERIOD.toSeconds()));
        Probes.ProbeTimes times = Probes.measure(stage, window, PUSH_PROBES_A_SECOND, PUSH_SEED);
        stage.holds(PATIENCE, load::isQuiet);

        EventRecorder.EventRecording events = stage.ask(load::recording);
        checks.errors(events.errors());
        checks.errors(times.errors());
        checks.measured("events", events.lastMicros().getTotalCount(), "");
        checks.exactly("deliveries", events.delivered(), events.planned());
        checks.millis("delivery, p50", events.latencyMicros(), 50);
        double lastMillis = events.lastMicros().getValueAtPercentile(99) / 1e3;
        checks.atMost("last delivery of an event, p99", lastMillis, MOST_LAST_MILLIS, "ms");
        checks.millis("last delivery of an event, maximum", events.lastMicros(), 100);
        checks.raw(Probes.FILE_SERIES, times.fileFirstMicros());
        checks.raw(Probes.HEALTH_SERIES, times.healthFirstMicros());
        int files = times.fileFirstMicros().size();
        checks.percentile("%s, p50 of %d".formatted(Probes.FILE_FIRST, files), Probes.FILE_SERIES, 50);
        checks.percentile("p99", Probes.FILE_SERIES, 99);
        checks.percentile("maximum", Probes.FILE_SERIES, 100, MOST_STAY_MILLIS);
        int healths = times.healthFirstMicros().size();
        checks.percentile("%s, p99 of %d".formatted(Probes.HEALTH_FIRST, healths), Probes.HEALTH_SERIES, 99);
        checks.percentile("maximum", Probes.HEALTH_SERIES, 100);
        if (stage.contender.hasLoops()) {
            double task = stage.meter("weir.events.slices", "MAX") * 1e3;
            double cpu = stage.meter("weir.events.slices.cpu", "MAX") * 1e3;
            checks.atMost("longest task of a loop for listeners", task, MOST_STAY_MILLIS, "ms");
            checks.atMost("most CPU time of a loop in one such task", cpu, MOST_STAY_MILLIS, "ms");
        }
        checks.lag(times.lagMicros());
    }
}
