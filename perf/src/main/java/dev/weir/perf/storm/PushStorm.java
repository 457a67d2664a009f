package dev.weir.perf.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Probes;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Waiting;
import java.io.IOException;
import java.time.Duration;

/** The article's case, long: an event each two seconds to all subscribers, and small things asked for beside it. */
final class PushStorm {
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
            setting -> Storm.Setup.apart(0, setting.sizes().subscribers + 500),
            PushStorm::run);

    private PushStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        int count = site.sizes().subscribers;
        EventLoad load = site.listen(EventLoad.Kind.STREAMS, 1, count, Duration.ofMillis(count));
        site.generator().execute(() -> load.publishAsHeard(true));
        Probes.warm(site, WARM_UP, PROBES_A_SECOND, SEED);
        site.generator().execute(() -> load.publishAsHeard(false));
        site.require("it is quiet", PATIENCE, load::isQuiet);
        site.pin();

        Window window = Window.after(Duration.ofSeconds(1), Duration.ofSeconds(site.sizes().seconds));
        site.generator().execute(() -> load.publish(window, 1.0 / PERIOD.toSeconds()));
        Window.SchedulingLag lag = site.lag(window);
        site.generator().poll(true);
        Probes.Seen seen = Probes.ask(site, window, PROBES_A_SECOND, SEED);
        site.generator().poll(false);
        Waiting.holds(PATIENCE, () -> site.generator().ask(load::isQuiet));

        EventRecorder.EventRecording events = site.generator().ask(load::recording);
        found.errors(events.errors());
        found.errors(seen.errors());
        found.raw(Probes.FILE_SERIES, seen.fileFirstMicros());
        found.raw(Probes.HEALTH_SERIES, seen.healthFirstMicros());
        found.told("events", events.lastMicros().getTotalCount(), "");
        found.exactly("deliveries", events.delivered(), events.planned());
        found.told("a delivery, p50", events.latencyMicros().getValueAtPercentile(50) / 1e3, "ms");
        double lastMillis = events.lastMicros().getValueAtPercentile(99) / 1e3;
        found.atMost("the last delivery, p99", lastMillis, MOST_LAST_MILLIS, "ms");
        found.told("the last delivery, slowest", events.lastMicros().getMaxValue() / 1e3, "ms");
        found.percentile(
                "%s, p50, of %d"
                        .formatted(Probes.FILE_FIRST, seen.fileFirstMicros().size()),
                Probes.FILE_SERIES,
                50);
        found.percentile("p99", Probes.FILE_SERIES, 99);
        found.percentile("the longest", Probes.FILE_SERIES, 100, MOST_STAY_MILLIS);
        found.percentile(
                "%s, p99, of %d"
                        .formatted(Probes.HEALTH_FIRST, seen.healthFirstMicros().size()),
                Probes.HEALTH_SERIES,
                99);
        found.percentile("the longest", Probes.HEALTH_SERIES, 100);
        if (site.contender().hasLoops()) {
            double task = site.longestMillis("weir.events.slices");
            double cpu = site.longestMillis("weir.events.slices.cpu");
            found.atMost("a loop's task for listeners, longest", task, MOST_STAY_MILLIS, "ms");
            found.atMost("its loop's processor time in one, longest", cpu, MOST_STAY_MILLIS, "ms");
        }
        found.lag(site.generator().ask(lag::micros));
    }
}
