package dev.weir.perf.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.events.Stalled;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Memory;
import dev.weir.perf.site.Awaiting;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Lets one subscriber in twenty stop reading, and asks what that costs the others and the process. */
final class StalledStorm {
    private static final int ONE_IN = 20;
    private static final int TOGETHER = 10;
    private static final int EVENTS_A_SECOND = 20;
    /** What the log keeps; known to be full before anything is measured, so that it does not grow meanwhile. */
    private static final int HISTORY = 2_000;

    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double MOST_RATIO = 1.2;
    private static final double MOST_BYTES = 64 << 10;

    static final String DESCRIPTION = """
        Subscribers, each of an address of its own, get %d events of 100 bytes a second, %d at once. Then one more for \
        every %d of them comes and reads nothing after the beginning; events are published until its sockets are full \
        and the log has passed it by %d events. Compared are delivery times of those who read, without the others and \
        with them, and the process's memory after collections. The limit at which who stalls is cut off is 10 \
        minutes here.\
        """.formatted(EVENTS_A_SECOND, TOGETHER, ONE_IN, HISTORY);

    private StalledStorm() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int count = setting.sizes().returning() / 4;
        int stalling = Math.max(1, count / ONE_IN);
        ServerPlan plan = Site.apart(0, count + stalling);
        try (Site site =
                Site.open(setting, plan, "-Dweir.events.history=" + HISTORY, "-Dweir.events.stall-limit=10m")) {
            EventLoad load = new EventLoad(site.generator(), site.server().address(), EventLoad.Kind.STREAMS, TOGETHER);
            Duration ramp = Duration.ofMillis(count);
            site.generator().execute(() -> load.start(count, ramp));
            Awaiting.require("all are answered", site.generator(), ramp.plus(PATIENCE), () -> load.ready() == count);
            publish(site, load, 5 * HISTORY);
            site.pin();
            EventRecorder.EventRecording without = measure(site, load);
            Memory before = site.server().memory();

            Stalled stalled = new Stalled();
            site.generator()
                    .execute(() -> stalled.start(site.generator(), site.server().address(), stalling));
            Awaiting.require("they have begun", site.generator(), PATIENCE, () -> stalled.begun() == stalling);
            publish(site, load, 2 * HISTORY);
            Memory full = site.server().memory();
            EventRecorder.EventRecording with = measure(site, load);
            return found(site, without, with, perStalled(full, before, stalling), stalled, stalling);
        }
    }

    /** Publishes at least so many events, each time that everybody who reads has the last. */
    private static void publish(Site site, EventLoad load, int events) throws InterruptedException {
        double target = site.meter("weir.events.published") + events;
        site.generator().execute(() -> load.publishAsHeard(true));
        while (site.meter("weir.events.published") < target) {
            Thread.sleep(200);
        }
        site.generator().execute(() -> load.publishAsHeard(false));
        Awaiting.require("it is quiet", site.generator(), PATIENCE, load::isQuiet);
    }

    private static EventRecorder.EventRecording measure(Site site, EventLoad load) throws InterruptedException {
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        site.generator().execute(() -> load.publish(window, EVENTS_A_SECOND));
        site.generator().poll(true);
        Site.sleepUntil(window.toNanos());
        site.generator().poll(false);
        Awaiting.require("it is quiet", site.generator(), PATIENCE, load::isQuiet);
        return site.generator().ask(load::recording);
    }

    private static double perStalled(Memory full, Memory before, int stalling) {
        return (double) (held(full) - held(before)) / stalling;
    }

    /** On the heap, and what Netty and {@code java.nio} have outside. */
    private static long held(Memory memory) {
        return memory.liveHeapBytes().orElse(0) + memory.mallocBytes().orElse(0);
    }

    private static Figure.Found found(
            Site site,
            EventRecorder.EventRecording without,
            EventRecorder.EventRecording with,
            double bytes,
            Stalled stalled,
            int stalling)
            throws InterruptedException {
        double before = without.latencyMicros().getValueAtPercentile(99) / 1e3;
        double after = with.latencyMicros().getValueAtPercentile(99) / 1e3;
        return site.found(
                List.of(
                        Figure.exactly(
                                "stalled, and not cut off", site.generator().ask(stalled::open), stalling, ""),
                        Figure.atLeast("the log has passed them by", site.meter("weir.events.lag"), HISTORY, "events"),
                        Figure.told("a delivery, p99, without them", before, "ms"),
                        Figure.told("with them", after, "ms"),
                        Figure.atMost("with them, in terms of without", after / before, MOST_RATIO, ""),
                        Figure.atMost("heap and malloc for each of them", bytes, MOST_BYTES, "bytes")),
                with.errors(),
                Map.of());
    }
}
