package dev.weir.resilience.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.stats.Slope;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A stress test ({@link Storm}) with all loads at once. Finds lost or wrong bytes and events, and resource leaks. */
final class EverythingStorm {
    private static final int FILE_BYTES = 1 << 20;
    private static final long RATE_BYTES = 128 << 10;
    private static final int USERS = 20;
    private static final int LISTENERS = 100;
    private static final int EVENTS_A_SECOND = 5;
    private static final int CALLS = 10;
    private static final int ATTACKERS = 60;
    private static final long SECONDS_BETWEEN_SAMPLES = 60; // a sample is a collection, which disturbs the loads
    private static final int FEWEST_SAMPLES = 10;
    private static final double UNSETTLED = 0.15; // caches fill; the replay cache takes five minutes
    private static final Duration BETWEEN_VISITS = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static final Storm STORM = new Storm(
            "All loads at once",
            """
            One server runs for --minutes. %d users download %,d bytes at %,d B/s, again and again. %d clients receive \
            %d events a second, half of them by polling. %d signed calls are sent between two samples. %d attackers \
            open connections for slow heads and bodies, malformed requests, and downloads and streams that they reset. \
            Every byte, event and signature is verified. Every %d s, and at least %d times, live heap, descriptors and \
            threads are sampled. A straight line is fitted to the samples after the first %.0f %% of the run. The \
            lower end of the 95 %% interval of its growth over the whole run must be small.\
            """.formatted(
                            USERS,
                            FILE_BYTES,
                            RATE_BYTES,
                            LISTENERS,
                            EVENTS_A_SECOND,
                            CALLS,
                            ATTACKERS,
                            SECONDS_BETWEEN_SAMPLES,
                            FEWEST_SAMPLES,
                            100 * UNSETTLED),
            EverythingStorm::run);

    private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
        // Tables this small are full after a minute. Larger ones would grow longer, which would look like a leak.
        stage.serve(Storm.shared(RATE_BYTES, 1_000)
                .withCalls()
                .with("-Dweir.events.history=200", "-Dweir.throttle.max-clients=1000"));
        stage.huge();
        stage.target("newcomers.bin", 4 << 10);
        Window window = Window.after(PATIENCE.dividedBy(4), Duration.ofMinutes(stage.sizes.minutes));
        ClosedLoop users = new ClosedLoop(stage.generator, stage.target("everything.bin", FILE_BYTES), window)
                .start(USERS, PATIENCE.dividedBy(6));
        EventLoad events = stage.listen(EventLoad.Kind.BOTH, 1, LISTENERS, BETWEEN_VISITS);
        stage.execute(() -> events.publish(window, EVENTS_A_SECOND));
        List<Slope.Point> heap = new ArrayList<>();
        List<Slope.Point> descriptors = new ArrayList<>();
        List<Slope.Point> threads = new ArrayList<>();
        long calls = 0;
        try (Crowd attackers = Crowd.endless(ATTACKERS, Duration.ZERO, number -> attack(stage, number))) {
            int count = Math.max(FEWEST_SAMPLES, (int) (window.seconds() / SECONDS_BETWEEN_SAMPLES));
            long stepNanos = (window.toNanos() - window.fromNanos()) / count;
            for (int i = 1; i <= count; i++) {
                calls += stage.calls(CALLS, 2).answered();
                Waiting.until(window.fromNanos() + i * stepNanos);
                if (i > UNSETTLED * count) {
                    double part = (double) i / count;
                    // The reading of the heap opens descriptors of its own, so it comes after theirs.
                    descriptors.add(new Slope.Point(part, stage.server().openDescriptors()));
                    heap.add(new Slope.Point(part, stage.heapMegabytes()));
                    threads.add(
                            new Slope.Point(part, stage.server().kernelUsage().threads()));
                }
            }
            stage.say("attackers", attackers.await(Duration.ZERO));
        }
        boolean quiet = stage.holds(PATIENCE, events::isQuiet);
        Waiting.await("the downloads", stage.ask(users::stop), PATIENCE);
        checks.errors(stage.ask(users::errors));
        checks.errors(stage.ask(events::recording).errors());
        checks.atLeast("downloads, whole and right", stage.ask(users::finished), 1, "");
        checks.atLeast("events delivered once and in order", stage.ask(events::deliveries), 1, "");
        checks.holds("every subscriber has every event", quiet);
        checks.atLeast("calls answered and verified", calls, 1, "");
        flat(checks, "live heap", heap, 2, "MB");
        flat(checks, "descriptors", descriptors, 10, "");
        flat(checks, "threads", threads, 5, "");
    }

    static void flat(Checks checks, String what, List<Slope.Point> points, double most, String unit) {
        Slope line = Slope.of(points, 6).orElseThrow(() -> new IllegalStateException("too few samples"));
        checks.measured(what + " at the beginning", line.intercept(), unit);
        checks.measured(what + ", growth", line.slope(), unit);
        checks.atMost(what + ", lower bound of the growth", line.low(), most, unit);
    }

    private static String attack(Stage stage, int number) throws IOException, InterruptedException {
        Thread.sleep(BETWEEN_VISITS);
        return switch (number % 4) {
            case 0 -> SlowStorms.head(stage, number);
            case 1 -> SlowStorms.body(stage, number);
            case 2 -> RequestStorms.ask(stage, number);
            default -> RequestStorms.reset(stage, number / 4);
        };
    }
}
