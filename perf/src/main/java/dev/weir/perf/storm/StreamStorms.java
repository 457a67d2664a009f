package dev.weir.perf.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.events.ReturningLoad;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Memory;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;

/** Subscribers that lose the connection, that stop reading, or that are more than a process has file descriptors. */
final class StreamStorms {
    private static final int RETURN_EVENTS_A_SECOND = 1_000;
    private static final long RETURN_SEED = 20260104;
    private static final Duration LEAVING = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    static final Storm RETURN = Storm.of(
            "Subscribers that lose the connection (E03)",
            """
            Subscribers, each of an address of its own, listen to every event. Then %,d events a second are published \
            for %d s, more than could be sent to all one by one, and in that time each subscriber loses its connection \
            by a reset at a random moment (seed %d) and comes back at once, with the last id that it saw. Every one \
            must get every event once, in its order, without a gap; who is cut off comes back a second later.\
            """.formatted(RETURN_EVENTS_A_SECOND, LEAVING.toSeconds(), RETURN_SEED),
            setting -> Storm.Setup.apart(0, 2 * setting.sizes().returning),
            StreamStorms::comeBack);

    private static final int ONE_IN = 20;
    private static final int TOGETHER = 10;
    private static final int EVENTS_A_SECOND = 20;
    /** What the log keeps; known to be full before anything is measured, so that it does not grow meanwhile. */
    private static final int HISTORY = 2_000;

    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final double MOST_RATIO = 1.2;
    private static final double MOST_BYTES = 64 << 10;

    static final Storm STALLED = Storm.of(
            "Subscribers that do not read (E07)",
            """
            Subscribers, each of an address of its own, get %d events of 100 bytes a second, %d at once. Then one more for \
            every %d of them comes and reads nothing after the beginning; events are published until its sockets are full \
            and the log has passed it by %d events. Compared are delivery times of those who read, without the others and \
            with them, and the process's memory after collections. The limit at which who stalls is cut off is 10 \
            minutes here.\
            """.formatted(EVENTS_A_SECOND, TOGETHER, ONE_IN, HISTORY),
            setting -> Storm.Setup.apart(0, readers(setting.sizes().returning) + stalling(setting.sizes().returning))
                    .with("-Dweir.events.history=" + HISTORY, "-Dweir.events.stall-limit=10m"),
            StreamStorms::stall);

    private static final int STREAMS_EACH = 1_000;
    private static final int STREAM_EVENTS = 5;
    private static final Duration STREAM_PATIENCE = Duration.ofMinutes(5);

    static final Storm STREAMS = Storm.of(
            "More streams than file descriptors",
            """
            Streams of events over h2c with prior knowledge, %,d on each connection. When the server has answered all, \
            %d events are published, each when everybody has the last one; every stream must get every event once, in \
            its order. Server and generator share both cores. Memory is told after collections, before the first \
            connection and with all streams open and quiet.\
            """.formatted(STREAMS_EACH, STREAM_EVENTS),
            setting -> Storm.Setup.shared(0, streams(setting.sizes().streams) + 1)
                    .with(
                            "-Xmx" + Math.max(2, streams(setting.sizes().streams) / 100_000) + "g",
                            "-Dserver.http2.enabled=true",
                            "-Dweir.http2.max-concurrent-streams=" + STREAMS_EACH,
                            "-Dweir.events.heartbeat=5m",
                            "-Dweir.events.stall-limit=10m"),
            StreamStorms::multiplex);

    private StreamStorms() {}

    private static void comeBack(Site site, Findings found) throws IOException, InterruptedException {
        int count = site.sizes().returning;
        ReturningLoad load = new ReturningLoad(site.generator(), site.address());
        Duration ramp = Duration.ofMillis(count);
        site.execute(() -> load.start(count, ramp));
        site.require("all are answered", ramp.plus(PATIENCE), () -> load.ready() == count);
        site.pin();
        Window window = Window.after(Duration.ofSeconds(1), LEAVING);
        site.execute(() -> load.storm(window, RETURN_EVENTS_A_SECOND, new SplittableRandom(RETURN_SEED)));
        Waiting.until(window.toNanos());
        long events = RETURN_EVENTS_A_SECOND * LEAVING.toSeconds();
        site.holds(PATIENCE, () -> load.published() == events && load.missing() == 0);
        double late = (System.nanoTime() - window.toNanos()) / 1e9;
        found.errors(site.ask(load::recording).errors());
        found.exactly("came back", site.ask(load::returned), count, "subscribers");
        found.measured("came back again, cut off by the server or a kernel", site.ask(load::cutOff), "");
        found.exactly("published", site.ask(load::published), events, "events");
        found.exactly("lost", site.ask(load::missing), 0, "deliveries");
        found.measured("all have all, after the last was published", late, "s");
    }

    private static int readers(int returning) {
        return returning / 4;
    }

    private static int stalling(int returning) {
        return Math.max(1, readers(returning) / ONE_IN);
    }

    private static void stall(Site site, Findings found) throws IOException, InterruptedException {
        int count = readers(site.sizes().returning);
        int stalling = stalling(site.sizes().returning);
        EventLoad load = site.listen(EventLoad.Kind.STREAMS, TOGETHER, count, Duration.ofMillis(count));
        publish(site, load, 5 * HISTORY);
        site.pin();
        double without = deliveryMillis(site, load);
        Memory before = site.server().memory();

        site.execute(() -> load.startStalled(stalling));
        site.require("they have begun", PATIENCE, () -> load.stalled() == stalling);
        publish(site, load, 2 * HISTORY);
        Memory full = site.server().memory();
        double with = deliveryMillis(site, load);
        found.errors(site.ask(load::recording).errors());
        found.exactly("stalled, and not cut off", site.ask(load::stalledOpen), stalling);
        found.atLeast("the log has passed them by", site.meter("weir.events.lag"), HISTORY, "events");
        found.measured("a delivery, p99, without them", without, "ms");
        found.measured("with them", with, "ms");
        found.atMost("with them, in terms of without", with / without, MOST_RATIO, "");
        double bytes = (double) (held(full) - held(before)) / stalling;
        found.atMost("heap and malloc for each of them", bytes, MOST_BYTES, "bytes");
    }

    /** Publishes at least so many events, each time that everybody who reads has the last. */
    private static void publish(Site site, EventLoad load, int events) throws InterruptedException {
        double target = site.meter("weir.events.published") + events;
        site.execute(() -> load.publishAsHeard(true));
        while (site.meter("weir.events.published") < target) {
            Thread.sleep(200);
        }
        site.execute(() -> load.publishAsHeard(false));
        site.require("it is quiet", PATIENCE, load::isQuiet);
    }

    /** The p99 of deliveries in a window. */
    private static double deliveryMillis(Site site, EventLoad load) throws InterruptedException {
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        site.execute(() -> load.publish(window, EVENTS_A_SECOND));
        site.generator().poll(true);
        Waiting.until(window.toNanos());
        site.generator().poll(false);
        site.require("it is quiet", PATIENCE, load::isQuiet);
        return site.ask(load::recording).latencyMicros().getValueAtPercentile(99) / 1e3;
    }

    /** On the heap, and what Netty and {@code java.nio} have outside. */
    private static long held(Memory memory) {
        return memory.liveHeapBytes().orElse(0) + memory.mallocBytes().orElse(0);
    }

    private static int streams(int asked) {
        return Math.max(1, asked / STREAMS_EACH) * STREAMS_EACH;
    }

    private static void multiplex(Site site, Findings found) throws IOException, InterruptedException {
        int streams = streams(site.sizes().streams);
        int connections = streams / STREAMS_EACH;
        EventLoad load = new EventLoad(site.generator(), site.address(), EventLoad.Kind.STREAMS, 1);
        Memory before = site.server().memory();
        Duration ramp = Duration.ofMillis(100L * connections);
        long startNanos = System.nanoTime();
        site.execute(() -> load.startMultiplexed(connections, STREAMS_EACH, ramp));
        site.holds(
                ramp.plus(STREAM_PATIENCE),
                () -> load.ready() == streams || !load.recording().errors().isEmpty());
        double openSeconds = (System.nanoTime() - startNanos) / 1e9;
        int ready = site.ask(load::ready);
        Memory open = site.server().memory();
        Window window = Window.after(Duration.ZERO, STREAM_PATIENCE.multipliedBy(STREAM_EVENTS));
        site.execute(() -> load.measure(window));
        for (int i = 0; i < STREAM_EVENTS && ready == streams; i++) {
            site.execute(load::publishNow);
            site.holds(STREAM_PATIENCE, load::isQuiet);
        }
        EventRecorder.EventRecording events = site.ask(load::recording);
        long heap = open.liveHeapBytes().orElse(0) - before.liveHeapBytes().orElse(0);
        found.errors(events.errors());
        found.exactly("open and answered", ready, streams, "streams");
        found.measured("until then", openSeconds, "s");
        found.measured("live heap a stream", (double) heap / streams, "bytes");
        found.measured("RSS a stream", (double) (open.rssBytes() - before.rssBytes()) / streams, "bytes");
        long missing = site.ask(load::missing);
        found.exactly("missing of %d events".formatted(STREAM_EVENTS), missing, 0, "deliveries");
        found.millis("delivery, p50", events.latencyMicros(), 50);
        found.millis("last delivery, slowest", events.lastMicros(), 100);
    }
}
