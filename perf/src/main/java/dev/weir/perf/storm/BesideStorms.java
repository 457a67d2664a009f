package dev.weir.perf.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Usage;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Probes;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Small things asked for beside thousands of throttled downloads or subscribers: who waits must not make others wait. */
final class BesideStorms {
    private static final String LAST_BYTE_SERIES = "file, last byte, microseconds";

    private BesideStorms() {}

    /** Beside downloads. */
    static final class Beside {
        private static final int FILE_BYTES = 64 << 20;
        private static final int RATE_BYTES = 30 << 10;
        private static final int PER_SECOND = 100;
        /** Oftener, to be compiled sooner, and not so often that a cold server could not keep up: the window would begin with a queue. */
        private static final int WARM_PER_SECOND = 200;

        private static final Duration WARM_CYCLE = Duration.ofSeconds(5);
        private static final int MOST_CYCLES = 24;
        private static final long SEED = 20260103;
        private static final int STARTED_A_SECOND = 1_000;
        private static final Duration PINNED = Duration.ofSeconds(5);
        private static final Duration WINDOW = Duration.ofSeconds(30);
        private static final double MOST_MILLIS = 20;

        static final Storm STORM = Storm.of(
                "Others beside throttled downloads",
                """
                Beside the downloads, each of an address of its own and at %d KiB/s, a file of %d bytes is asked for %d times \
                a second, each time by a new client of a plan without a limit (another would wait for its own tokens), and \
                /actuator/health as often; Poisson arrivals, a connection each, seed %d. Told is the time from the instant \
                that was drawn, in a window of %d s.\
                """.formatted(RATE_BYTES >> 10, Probes.FILE_BYTES, PER_SECOND, SEED, WINDOW.toSeconds()),
                setting -> Setup.apart(RATE_BYTES, setting.sizes().downloads)
                        .with(
                                "-Dweir.clients[0].address=" + Generator.SourceAddresses.UPPER_HALF,
                                "-Dweir.clients[0].plan=unlimited",
                                "-Dweir.plans.unlimited.rate=0"),
                Beside::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            int downloads = site.sizes().downloads;
            DownloadLoad load = DownloadLoad.endless(
                    site.generator(), site.target("large.bin", FILE_BYTES), Collections.nCopies(downloads, 1));
            Duration ramp = Duration.ofMillis(1000L * downloads / STARTED_A_SECOND);
            site.execute(() -> load.start(ramp));
            Thread.sleep(ramp);
            Watch.Warmth warmth = new Watch.Warmth(MOST_CYCLES);
            while (!warmth.isOver()) {
                Usage before = site.server().usage();
                Probes.warm(site, WARM_CYCLE, WARM_PER_SECOND, SEED);
                Usage.Spent spent = site.server().usage().since(before);
                warmth.add(spent, spent.seconds());
            }
            site.pin();
            Probes.warm(site, PINNED, PER_SECOND, SEED);

            Window window = Window.after(Duration.ofSeconds(1), WINDOW);
            site.ask(() -> load.measure(window));
            Probes.Seen seen = Probes.measure(site, window, PER_SECOND, SEED);
            List<Long> bytes = site.ask(load::bytesInWindow);
            found.errors(seen.errors());
            found.errors(site.ask(load::errors));
            found.times(Probes.FILE_FIRST, Probes.FILE_SERIES, seen.fileFirstMicros(), MOST_MILLIS);
            found.raw(LAST_BYTE_SERIES, seen.fileWholeMicros());
            found.percentile("%d bytes, last byte, p99".formatted(Probes.FILE_BYTES), LAST_BYTE_SERIES, 99);
            found.times(Probes.HEALTH_FIRST, Probes.HEALTH_SERIES, seen.healthFirstMicros(), MOST_MILLIS);
            found.exactly("downloads at their rate (T02)", atTheirRate(bytes), bytes.size());
            found.raw("throttled downloads, bytes in the window", bytes);
            found.core(seen.spent());
            found.lag(seen.lagMicros());
        }

        /** Within half a percent and one chunk of what the rate brings in the window. */
        private static long atTheirRate(List<Long> bytes) {
            double planned = RATE_BYTES * (double) WINDOW.toSeconds();
            double chunk = RATE_BYTES / 4.0;
            return bytes.stream()
                    .filter(one -> Math.abs(one - planned) <= planned * 0.005 + chunk)
                    .count();
        }
    }

    /** The article's case, long: beside an event each two seconds to all subscribers. */
    static final class Push {
        private static final int PROBES_A_SECOND = 50;
        private static final long SEED = 20260105;
        private static final Duration PERIOD = Duration.ofSeconds(2);
        private static final Duration WARM_UP = Duration.ofSeconds(20);
        private static final Duration PATIENCE = Duration.ofMinutes(1);
        private static final double MOST_LAST_MILLIS = 1_000;
        private static final double MOST_STAY_MILLIS = 5;

        static final Storm STORM = Storm.of(
                "Small things beside an event to thousands of subscribers",
                """
                Subscribers of a stream, each of an address of its own, get an event of 100 bytes each %d s. Beside it a file of \
                %d bytes is asked for %d times a second, each time by a new client on a connection of its own, and health as \
                often; Poisson arrivals, seed %d. How long anybody kept a loop from others is no more than the longest of \
                these. The longest task in which a loop served listeners is the server's own meter of its last two minutes: by \
                the clock, in which another thread may have had the one core, and the loop's own processor time. Every \
                subscriber must get every event once, in its order.\
                """.formatted(PERIOD.toSeconds(), Probes.FILE_BYTES, PROBES_A_SECOND, SEED),
                setting -> Setup.apart(0, setting.sizes().subscribers + 500),
                Push::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            int count = site.sizes().subscribers;
            EventLoad load = site.listen(EventLoad.Kind.STREAMS, 1, count, Duration.ofMillis(count));
            site.execute(() -> load.publishAsHeard(true));
            Probes.warm(site, WARM_UP, PROBES_A_SECOND, SEED);
            site.execute(() -> load.publishAsHeard(false));
            site.require("it is quiet", PATIENCE, load::isQuiet);
            site.pin();

            Window window = Window.after(Duration.ofSeconds(1), Duration.ofSeconds(site.sizes().seconds));
            site.execute(() -> load.publish(window, 1.0 / PERIOD.toSeconds()));
            Probes.Seen seen = Probes.measure(site, window, PROBES_A_SECOND, SEED);
            site.holds(PATIENCE, load::isQuiet);

            EventRecorder.EventRecording events = site.ask(load::recording);
            found.errors(events.errors());
            found.errors(seen.errors());
            found.measured("events", events.lastMicros().getTotalCount(), "");
            found.exactly("deliveries", events.delivered(), events.planned());
            found.millis("a delivery, p50", events.latencyMicros(), 50);
            double lastMillis = events.lastMicros().getValueAtPercentile(99) / 1e3;
            found.atMost("the last delivery, p99", lastMillis, MOST_LAST_MILLIS, "ms");
            found.millis("the last delivery, slowest", events.lastMicros(), 100);
            found.raw(Probes.FILE_SERIES, seen.fileFirstMicros());
            found.raw(Probes.HEALTH_SERIES, seen.healthFirstMicros());
            int files = seen.fileFirstMicros().size();
            found.percentile("%s, p50, of %d".formatted(Probes.FILE_FIRST, files), Probes.FILE_SERIES, 50);
            found.percentile("p99", Probes.FILE_SERIES, 99);
            found.percentile("the longest", Probes.FILE_SERIES, 100, MOST_STAY_MILLIS);
            int healths = seen.healthFirstMicros().size();
            found.percentile("%s, p99, of %d".formatted(Probes.HEALTH_FIRST, healths), Probes.HEALTH_SERIES, 99);
            found.percentile("the longest", Probes.HEALTH_SERIES, 100);
            if (site.contender().hasLoops()) {
                double task = site.longestMillis("weir.events.slices");
                double cpu = site.longestMillis("weir.events.slices.cpu");
                found.atMost("a loop's task for listeners, longest", task, MOST_STAY_MILLIS, "ms");
                found.atMost("its loop's processor time in one, longest", cpu, MOST_STAY_MILLIS, "ms");
            }
            found.lag(seen.lagMicros());
        }
    }
}
