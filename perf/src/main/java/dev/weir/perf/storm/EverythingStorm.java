package dev.weir.perf.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Waiting;
import dev.weir.perf.stats.Slope;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Everything at once for an hour: nothing is lost, nothing is wrong, and nothing grows. */
final class EverythingStorm {
    private static final int FILE_BYTES = 1 << 20;
    private static final long RATE_BYTES = 128 << 10;
    private static final int USERS = 20;
    private static final int LISTENERS = 100;
    private static final int EVENTS_A_SECOND = 5;
    private static final int CALLS = 10;
    private static final int STRANGERS = 60;
    /** A sample takes collections and calls. */
    private static final Duration BETWEEN_SAMPLES = Duration.ofSeconds(60);

    private static final int FEWEST_SAMPLES = 10;
    /** Until caches are full: a replay of a SOAP message is remembered for five minutes. */
    private static final double UNSETTLED = 0.15;

    private static final Duration BETWEEN_VISITS = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double MOST_MEGABYTES = 2;
    private static final double MOST_DESCRIPTORS = 10;
    private static final double MOST_THREADS = 5;

    static final Storm STORM = Storm.of(
            "Everything at once",
            """
            For --minutes on one server: %d users download %,d bytes at %,d B/s, again and again; %d clients listen to %d \
            events a second, every other by polls; %d signed calls are sent between two samples; %d strangers open \
            connections for slow heads and bodies, wrong requests, downloads and streams that they reset. Every byte, every \
            event and every signature is verified. Every %d s, and %d times at least, live heap, descriptors and threads are sampled; what counts is a \
            straight line through the samples after the first %.0f %%: the lower end of its 95 %% interval, over the whole \
            run.\
            """.formatted(
                            USERS,
                            FILE_BYTES,
                            RATE_BYTES,
                            LISTENERS,
                            EVENTS_A_SECOND,
                            CALLS,
                            STRANGERS,
                            BETWEEN_SAMPLES.toSeconds(),
                            FEWEST_SAMPLES,
                            100 * UNSETTLED),
            // Both are full in a minute, so that they do not look like a leak.
            _ -> Storm.Setup.shared(RATE_BYTES, 1_000)
                    .withCalls()
                    .with("-Dweir.events.history=200", "-Dweir.throttle.max-clients=1000"),
            EverythingStorm::run);

    /** What is sampled of the server. */
    private record Samples(List<Slope.Point> heap, List<Slope.Point> descriptors, List<Slope.Point> threads) {
        Samples() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        void add(Site site, double part) throws IOException {
            int open = site.server().openDescriptors();
            heap.add(new Slope.Point(part, site.heapMegabytes()));
            descriptors.add(new Slope.Point(part, open));
            threads.add(new Slope.Point(part, site.server().kernelUsage().threads()));
        }
    }

    private EverythingStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        Target target = site.target("everything.bin", FILE_BYTES);
        site.target("huge.bin", 64 << 20);
        site.target("newcomers.bin", 4 << 10);
        Window window = Window.after(PATIENCE.dividedBy(4), Duration.ofMinutes(site.sizes().minutes));
        ClosedLoop.Recorder downloads = new ClosedLoop.Recorder(window);
        ClosedLoop users =
                site.ask(() -> ClosedLoop.start(site.generator(), target, downloads, USERS, PATIENCE.dividedBy(6)));
        EventLoad events = site.listen(EventLoad.Kind.BOTH, 1, LISTENERS, BETWEEN_VISITS);
        site.execute(() -> events.publish(window, EVENTS_A_SECOND));
        Samples samples = new Samples();
        long calls;
        try (Crowd strangers = Crowd.endless(STRANGERS, Duration.ZERO, number -> visit(site, number))) {
            calls = sample(site, window, samples, found);
            site.say("strangers", strangers.await(Duration.ZERO));
        }
        boolean quiet = site.holds(PATIENCE, events::isQuiet);
        Waiting.await(site.ask(users::stop), PATIENCE);
        found.errors(site.ask(downloads::recording).errors());
        found.errors(site.ask(events::recording).errors());
        found.atLeast("downloads, whole and right", site.ask(downloads::finished), 1, "");
        found.atLeast("events delivered once, in their order", site.ask(events::deliveries), 1, "");
        found.holds("every event has come to everybody", quiet);
        found.atLeast("calls answered, and verified", calls, 1, "");
        flat(found, "live heap", samples.heap, MOST_MEGABYTES, "MB");
        flat(found, "descriptors", samples.descriptors, MOST_DESCRIPTORS, "");
        flat(found, "threads", samples.threads, MOST_THREADS, "");
    }

    /** Samples until the window is over, with calls between two samples; how many of these were answered. */
    private static long sample(Site site, Window window, Samples samples, Findings found)
            throws IOException, InterruptedException {
        int count = Math.max(FEWEST_SAMPLES, (int) (window.seconds() / BETWEEN_SAMPLES.toSeconds()));
        long stepNanos = (window.toNanos() - window.fromNanos()) / count;
        long calls = 0;
        for (int i = 1; i <= count; i++) {
            CallRound round = CallRound.run(site.generator(), site.address(), SignerProcess.ofThisRun(), CALLS, 2);
            calls += round.answered();
            found.errors(round.errors());
            Waiting.until(window.fromNanos() + i * stepNanos);
            if (i > UNSETTLED * count) {
                samples.add(site, (double) i / count);
            }
        }
        return calls;
    }

    /** What a straight line through the samples says of the whole run. */
    static void flat(Findings found, String what, List<Slope.Point> points, double most, String unit) {
        Slope line = Slope.of(points).orElseThrow(() -> new IllegalStateException("too few samples"));
        found.measured(what + " in the beginning", line.intercept(), unit);
        found.measured(what + ", more in the end", line.slope(), unit);
        found.atMost(what + ", more in the end, at least", line.low(), most, unit);
    }

    private static String visit(Site site, int number) throws IOException, InterruptedException {
        Thread.sleep(BETWEEN_VISITS);
        return switch (number % 4) {
            case 0 -> SlowStorms.head(site, number);
            case 1 -> SlowStorms.body(site, number);
            case 2 -> RequestStorms.Logs.ask(site, number);
            default -> LeavingStorms.Reset.reset(site, number / 4);
        };
    }
}
