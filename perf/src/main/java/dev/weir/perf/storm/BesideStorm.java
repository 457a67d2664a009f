package dev.weir.perf.storm;

import dev.weir.perf.load.Connections;
import dev.weir.perf.load.SteadyLoad;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Usage;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Probes;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Asks for small things beside thousands of throttled downloads: who waits must not make others wait. */
final class BesideStorm {
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
            setting -> Storm.Setup.apart(RATE_BYTES, setting.sizes().downloads)
                    .with(
                            "-Dweir.clients[0].address=" + Connections.SourceAddresses.UPPER_HALF,
                            "-Dweir.clients[0].plan=unlimited",
                            "-Dweir.plans.unlimited.rate=0"),
            BesideStorm::run);

    private BesideStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        int downloads = site.sizes().downloads;
        SteadyLoad load = new SteadyLoad(
                site.generator(), site.target("large.bin", FILE_BYTES), Collections.nCopies(downloads, 1));
        Duration ramp = Duration.ofMillis(1000L * downloads / STARTED_A_SECOND);
        site.generator().execute(() -> load.start(ramp));
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
        site.generator().ask(() -> load.measure(window));
        Window.SchedulingLag lag = site.lag(window);
        site.generator().poll(true);
        Usage before = site.server().usage();
        Probes.Seen seen = Probes.ask(site, window, PER_SECOND, SEED);
        Usage.Spent spent = site.server().usage().since(before);
        site.generator().poll(false);
        List<Long> bytes = site.generator().ask(load::bytesInWindow);
        found.errors(seen.errors());
        found.errors(site.generator().ask(load::errors));
        found.times(Probes.FILE_FIRST, Probes.FILE_SERIES, seen.fileFirstMicros(), MOST_MILLIS);
        found.raw("file, last byte, microseconds", seen.fileWholeMicros());
        found.percentile("%d bytes, last byte, p99".formatted(Probes.FILE_BYTES), "file, last byte, microseconds", 99);
        found.times(Probes.HEALTH_FIRST, Probes.HEALTH_SERIES, seen.healthFirstMicros(), MOST_MILLIS);
        found.exactly("downloads at their rate (T02)", atTheirRate(bytes), bytes.size());
        found.raw("throttled downloads, bytes in the window", bytes);
        found.told("the server's core is used", spent.cpuSeconds() / spent.seconds() * 100, "%");
        found.lag(site.generator().ask(lag::micros));
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
