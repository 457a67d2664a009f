package dev.weir.perf.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Awaiting;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Probes;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The article's case, long: an event each two seconds to all subscribers, and small things asked for beside it. */
final class PushStorm {
    private static final int PROBES_A_SECOND = 50;
    private static final long SEED = 20260105;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final double MOST_LAST_MILLIS = 1_000;
    private static final double MOST_STAY_MILLIS = 5;

    static final String DESCRIPTION = """
        Subscribers of a stream, each of an address of its own, get an event of 100 bytes each %d s. Beside it a file of \
        %d bytes is asked for %d times a second, each time by a new client on a connection of its own, and health as \
        often; Poisson arrivals, seed %d. How long anybody kept a loop from others is no more than the longest of \
        these. The longest task in which a loop served listeners is the server's own meter of its last two minutes: by \
        the clock, in which another thread may have had the one core, and the loop's own processor time. Every \
        subscriber must get every event once, in its order.\
        """.formatted(PERIOD.toSeconds(), Probes.FILE_BYTES, PROBES_A_SECOND, SEED);

    private PushStorm() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int count = setting.sizes().subscribers();
        ServerPlan plan = Site.apart(0, count + 500);
        try (Site site = Site.open(setting, plan)) {
            EventLoad load = new EventLoad(site.generator(), site.server().address(), EventLoad.Kind.STREAMS, 1);
            Duration ramp = Duration.ofMillis(count);
            site.generator().execute(() -> load.start(count, ramp));
            Awaiting.require("all are answered", site.generator(), ramp.plus(PATIENCE), () -> load.ready() == count);
            site.generator().execute(() -> load.publishAsHeard(true));
            Probes.ask(site, Window.after(Duration.ZERO, WARM_UP), PROBES_A_SECOND, SEED);
            site.generator().execute(() -> load.publishAsHeard(false));
            Awaiting.require("it is quiet", site.generator(), PATIENCE, load::isQuiet);
            site.pin();
            Window window = Window.after(
                    Duration.ofSeconds(1), Duration.ofSeconds(setting.sizes().seconds()));
            site.generator().execute(() -> load.publish(window, 1.0 / PERIOD.toSeconds()));
            Window.SchedulingLag lag = site.lag(window);
            site.generator().poll(true);
            Probes probes = Probes.ask(site, window, PROBES_A_SECOND, SEED);
            site.generator().poll(false);
            boolean _ = Awaiting.holds(site.generator(), PATIENCE, load::isQuiet);
            return found(setting, site, load, probes, lag);
        }
    }

    private static Figure.Found found(
            Setting setting, Site site, EventLoad load, Probes probes, Window.SchedulingLag lag)
            throws InterruptedException {
        EventRecorder.EventRecording events = site.generator().ask(load::recording);
        List<Long> file = site.generator().ask(probes::fileFirstMicros);
        List<Long> health = site.generator().ask(probes::healthFirstMicros);
        Map<String, Long> errors = new TreeMap<>(events.errors());
        errors.putAll(site.generator().ask(probes::errors));
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.told("events", events.lastMicros().getTotalCount(), ""),
                Figure.exactly("deliveries", events.delivered(), events.planned(), ""),
                Figure.told("a delivery, p50", events.latencyMicros().getValueAtPercentile(50) / 1e3, "ms"),
                Figure.atMost(
                        "the last delivery, p99",
                        events.lastMicros().getValueAtPercentile(99) / 1e3,
                        MOST_LAST_MILLIS,
                        "ms"),
                Figure.told("the last delivery, slowest", events.lastMicros().getMaxValue() / 1e3, "ms"),
                Figure.told(
                        "%d bytes, first byte, p50, of %d".formatted(Probes.FILE_BYTES, file.size()),
                        Figure.millis(file, 50),
                        "ms"),
                Figure.told("p99", Figure.millis(file, 99), "ms"),
                Figure.atMost("the longest", Figure.millis(file, 100), MOST_STAY_MILLIS, "ms"),
                Figure.told("health, first byte, p99, of %d".formatted(health.size()), Figure.millis(health, 99), "ms"),
                Figure.told("the longest", Figure.millis(health, 100), "ms")));
        if (setting.contender().hasLoops()) {
            figures.add(longest(site, "a loop's task for listeners, longest", "weir.events.slices"));
            figures.add(longest(site, "its loop's processor time in one, longest", "weir.events.slices.cpu"));
        }
        figures.addAll(Site.lag(site.generator().ask(lag::micros)));
        return site.found(
                figures,
                errors,
                Map.of("file, first byte, microseconds", file, "health, first byte, microseconds", health));
    }

    private static Figure longest(Site site, String what, String meter) throws InterruptedException {
        return Figure.atMost(what, site.longestMillis(meter), MOST_STAY_MILLIS, "ms");
    }
}
