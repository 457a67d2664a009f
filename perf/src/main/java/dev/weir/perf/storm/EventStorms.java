package dev.weir.perf.storm;

import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.events.ReturningLoad;
import dev.weir.perf.events.StreamsLoad;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Cores;
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
import java.util.SplittableRandom;

/** Events to more subscribers than one loop can hold at its ease. */
final class EventStorms {
    private EventStorms() {}

    /** Has thousands of subscribers lose their connection while events are published, and come back. */
    static final class Return {
        private static final int EVENTS_A_SECOND = 1_000;
        private static final long SEED = 20260104;
        private static final Duration LEAVING = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofMinutes(3);

        static final String DESCRIPTION = """
            Subscribers, each of an address of its own, listen to every event. Then %,d events a second are published \
            for %d s, more than could be sent to all one by one, and in that time each subscriber loses its connection \
            by a reset at a random moment (seed %d) and comes back at once, with the last id that it saw. Every one \
            must get every event once, in its order, without a gap; who is cut off comes back a second later.\
            """.formatted(EVENTS_A_SECOND, LEAVING.toSeconds(), SEED);

        private Return() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            int count = setting.sizes().returning();
            ServerPlan plan = Site.apart(0, 2 * count);
            try (Site site = Site.open(setting, plan)) {
                ReturningLoad load =
                        new ReturningLoad(site.generator(), site.server().address());
                Duration ramp = Duration.ofMillis(count);
                site.generator().execute(() -> load.start(count, ramp));
                Awaiting.require(
                        "all are answered", site.generator(), ramp.plus(PATIENCE), () -> load.ready() == count);
                site.pin();
                Window window = Window.after(Duration.ofSeconds(1), LEAVING);
                site.generator().execute(() -> load.storm(window, EVENTS_A_SECOND, new SplittableRandom(SEED)));
                Site.sleepUntil(window.toNanos());
                long events = EVENTS_A_SECOND * LEAVING.toSeconds();
                boolean _ = Awaiting.holds(
                        site.generator(), PATIENCE, () -> load.published() == events && load.missing() == 0);
                double late = (System.nanoTime() - window.toNanos()) / 1e9;
                EventRecorder.EventRecording found = site.generator().ask(load::recording);
                return site.found(
                        List.of(
                                Figure.exactly("came back", site.generator().ask(load::returned), count, "subscribers"),
                                Figure.told(
                                        "came back again, cut off by the server or a kernel",
                                        site.generator().ask(load::cutOff),
                                        ""),
                                Figure.exactly("published", site.generator().ask(load::published), events, "events"),
                                Figure.exactly("lost", site.generator().ask(load::missing), 0, "deliveries"),
                                Figure.told("all have all, after the last was published", late, "s")),
                        found.errors(),
                        Map.of());
            }
        }
    }

    /** Opens more streams than a process has file descriptors, on HTTP/2 connections, and sends an event to all. */
    static final class Streams {
        private static final int STREAMS_EACH = 1_000;
        private static final int EVENTS = 5;
        private static final Duration PATIENCE = Duration.ofMinutes(5);

        static final String DESCRIPTION = """
            Streams of events over h2c with prior knowledge, %,d on each connection. When the server has answered all, \
            %d events are published, each when everybody has the last one; every stream must get every event once, in \
            its order. Server and generator share both cores. Memory is told after collections, before the first \
            connection and with all streams open and quiet.\
            """.formatted(STREAMS_EACH, EVENTS);

        private Streams() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            int connections = Math.max(1, setting.sizes().streams() / STREAMS_EACH);
            int streams = connections * STREAMS_EACH;
            ServerPlan plan = new ServerPlan(0, 0, Duration.ofMillis(250), 200, streams + 1, Cores.SHARED, false);
            try (Site site = Site.open(
                    setting,
                    plan,
                    "-Xmx" + heapGigabytes(streams) + "g",
                    "-Dserver.http2.enabled=true",
                    "-Dweir.http2.max-concurrent-streams=" + STREAMS_EACH,
                    "-Dweir.events.heartbeat=5m",
                    "-Dweir.events.stall-limit=10m")) {
                StreamsLoad load =
                        new StreamsLoad(site.generator(), site.server().address());
                Memory before = site.server().memory();
                Duration ramp = Duration.ofMillis(100L * connections);
                long startNanos = System.nanoTime();
                site.generator().execute(() -> load.start(connections, STREAMS_EACH, ramp));
                Awaiting.holds(
                        site.generator(),
                        ramp.plus(PATIENCE),
                        () -> load.ready() == streams
                                || !load.recording().errors().isEmpty());
                double openSeconds = (System.nanoTime() - startNanos) / 1e9;
                int ready = site.generator().ask(load::ready);
                Memory open = site.server().memory();
                Window window = Window.after(Duration.ZERO, PATIENCE.multipliedBy(EVENTS));
                site.generator().execute(() -> load.measure(window));
                for (int i = 0; i < EVENTS && ready == streams; i++) {
                    site.generator().execute(load::publish);
                    boolean _ = Awaiting.holds(site.generator(), PATIENCE, load::isQuiet);
                }
                EventRecorder.EventRecording found = site.generator().ask(load::recording);
                return site.found(
                        List.of(
                                Figure.exactly("open and answered", ready, streams, "streams"),
                                Figure.told("until then", openSeconds, "s"),
                                Figure.told("live heap a stream", perStream(open, before, streams), "bytes"),
                                Figure.told(
                                        "RSS a stream",
                                        (open.rssBytes() - before.rssBytes()) / (double) streams,
                                        "bytes"),
                                Figure.exactly(
                                        "missing of %d events".formatted(EVENTS),
                                        site.generator().ask(load::missing),
                                        0,
                                        "deliveries"),
                                Figure.told(
                                        "delivery, p50", found.latencyMicros().getValueAtPercentile(50) / 1e3, "ms"),
                                Figure.told(
                                        "last delivery, slowest",
                                        found.lastMicros().getMaxValue() / 1e3,
                                        "ms")),
                        found.errors(),
                        Map.of());
            }
        }

        private static long heapGigabytes(int streams) {
            return Math.max(2, streams / 100_000);
        }

        private static double perStream(Memory open, Memory before, int streams) {
            return (double) (open.liveHeapBytes().orElse(0)
                            - before.liveHeapBytes().orElse(0))
                    / streams;
        }
    }
}
