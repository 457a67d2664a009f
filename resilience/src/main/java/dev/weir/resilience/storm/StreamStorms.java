package dev.weir.resilience.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.events.ReturningLoad;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Memory;
import java.time.Duration;
import java.util.SplittableRandom;

/** Stress tests ({@link Storm}): subscribers that disconnect or do not read, more streams than file descriptors. */
final class StreamStorms {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int STALLED_EVENTS_A_SECOND = 20;

    static Storm comeBack() {
        int eventsASecond = 1_000;
        long seed = 20260104;
        Duration leaving = Duration.ofSeconds(5);
        String description = """
            Subscribers, each from its own address, listen to every event. Then %,d events a second are published for %d s, \
            more than the server could send to all one by one. In that time each subscriber resets its connection at a random \
            moment (seed %d) and comes back at once with the last id that it has seen. Every subscriber must get every event \
            once, in order and without a gap. A subscriber that the server cuts off comes back a second later.\
            """.formatted(eventsASecond, leaving.toSeconds(), seed);
        return new Storm("Subscribers that lose the connection (E03)", description, (stage, checks) -> {
            int count = stage.sizes.returning;
            stage.serve(Storm.apart(0, 2 * count));
            ReturningLoad load = new ReturningLoad(stage.generator, stage.address());
            Duration ramp = Duration.ofMillis(count);
            stage.execute(() -> load.start(count, ramp));
            stage.require("all are answered", ramp.plus(PATIENCE), () -> load.ready() == count);
            stage.pin();
            Window window = Window.after(Duration.ofSeconds(1), leaving);
            stage.execute(() -> load.storm(window, eventsASecond, new SplittableRandom(seed)));
            Waiting.until(window.toNanos());
            long events = eventsASecond * leaving.toSeconds();
            stage.holds(PATIENCE, () -> load.published() == events && load.missing() == 0);
            double late = (System.nanoTime() - window.toNanos()) / 1e9;
            checks.errors(stage.ask(load::recording).errors());
            checks.exactly("came back", stage.ask(load::returned), count, "subscribers");
            checks.measured("came back again after the server or a kernel cut them off", stage.ask(load::cutOff), "");
            checks.exactly("published", stage.ask(load::published), events, "events");
            checks.exactly("lost", stage.ask(load::missing), 0, "deliveries");
            checks.measured("last publication until all events are delivered", late, "s");
        });
    }

    static Storm stalled() {
        int oneIn = 20;
        int together = 10;
        // The number of events that the server's log keeps. It is full before the measurement, and does not grow then.
        int history = 2_000;
        String description = """
            Subscribers, each from its own address, get %d events of 100 bytes a second, %d at once. Then one more subscriber \
            for every %d of them comes and reads only the beginning of its stream. Events are published until its socket \
            buffers are full and the log has dropped %d events that it has not received. Two things are compared without and \
            with these subscribers: the delivery times of the others, and the process's memory after collections. The stall \
            limit is raised to 10 minutes, so that none is cut off.\
            """.formatted(STALLED_EVENTS_A_SECOND, together, oneIn, history);
        return new Storm("Subscribers that do not read (E07)", description, (stage, checks) -> {
            int count = stage.sizes.returning / 4;
            int stalling = Math.max(1, count / oneIn);
            stage.serve(Storm.apart(0, count + stalling)
                    .with("-Dweir.events.history=" + history, "-Dweir.events.stall-limit=10m"));
            EventLoad load = stage.listen(EventLoad.Kind.STREAMS, together, count, Duration.ofMillis(count));
            publish(stage, load, 5 * history);
            stage.pin();
            // The same collections of garbage, and equally many events, come before each measured delay.
            var _ = stage.server().memory();
            publish(stage, load, 2 * history);
            double without = deliveryMillis(stage, load);
            Memory before = stage.server().memory();

            stage.execute(() -> load.startStalled(stalling));
            stage.require("all stalling streams have begun", PATIENCE, () -> load.stalled() == stalling);
            publish(stage, load, 2 * history);
            Memory full = stage.server().memory();
            publish(stage, load, 2 * history);
            double with = deliveryMillis(stage, load);
            checks.errors(stage.ask(load::recording).errors());
            checks.exactly("stalled, and not cut off", stage.ask(load::stalledOpen), stalling);
            checks.atLeast("events behind the log's end", stage.meter("weir.events.lag"), history, "events");
            checks.measured("delivery without stalled subscribers, p99", without, "ms");
            checks.measured("delivery with them, p99", with, "ms");
            checks.atMost("delivery with / without", with / without, 1.2, "");
            double bytes = (double) (full.processBytes() - before.processBytes()) / stalling;
            checks.atMost("heap and native memory per stalled subscriber", bytes, 64 << 10, "bytes");
        });
    }

    private static void publish(Stage stage, EventLoad load, int events) throws InterruptedException {
        double target = stage.meter("weir.events.published") + events;
        stage.execute(() -> load.publishAsHeard(true));
        while (stage.meter("weir.events.published") < target) {
            Thread.sleep(200);
        }
        stage.execute(() -> load.publishAsHeard(false));
        BesideStorms.requireDelivered(stage, load, PATIENCE);
    }

    private static double deliveryMillis(Stage stage, EventLoad load) throws InterruptedException {
        Window window = Window.after(Duration.ofSeconds(1), Duration.ofSeconds(20));
        stage.execute(() -> load.publish(window, STALLED_EVENTS_A_SECOND));
        stage.pollUntil(window.toNanos());
        BesideStorms.requireDelivered(stage, load, PATIENCE);
        return stage.ask(load::recording).latencyMicros().getValueAtPercentile(99) / 1e3;
    }

    static Storm multiplexed() {
        int each = 1_000;
        int eventCount = 5;
        Duration patience = Duration.ofMinutes(5);
        return new Storm("More streams than file descriptors", """
            Clients open streams of events over HTTP/2 without TLS, %,d on each connection. When the server has answered all \
            of them, %d events are published, each when all streams have the one before. Every stream must get every event \
            once and in order. Server and generator share both cores. Memory is measured after collections, before the first \
            connection and with all streams open and quiet.\
            """.formatted(each, eventCount), (stage, checks) -> {
            int connections = Math.max(1, stage.sizes.streams / each);
            int streams = connections * each;
            stage.serve(Storm.shared(0, streams + 1)
                    .with(
                            "-Xmx" + Math.max(2, streams / 100_000) + "g",
                            "-Dserver.http2.enabled=true",
                            "-Dweir.http2.max-concurrent-streams=" + each,
                            "-Dweir.events.heartbeat=5m",
                            "-Dweir.events.stall-limit=10m"));
            EventLoad load = new EventLoad(stage.generator, stage.address(), EventLoad.Kind.STREAMS, 1);
            Memory before = stage.server().memory();
            Duration ramp = Duration.ofMillis(100L * connections);
            long startNanos = System.nanoTime();
            stage.execute(() -> load.startMultiplexed(connections, each, ramp));
            stage.holds(
                    ramp.plus(patience),
                    () -> load.ready() == streams || !load.recording().errors().isEmpty());
            double openSeconds = (System.nanoTime() - startNanos) / 1e9;
            int ready = stage.ask(load::ready);
            Memory open = stage.server().memory();
            Window window = Window.after(Duration.ZERO, patience.multipliedBy(eventCount));
            stage.execute(() -> load.measure(window));
            for (int i = 0; i < eventCount && ready == streams; i++) {
                stage.execute(load::publishNow);
                stage.holds(patience, load::isQuiet);
            }
            EventRecorder.EventRecording events = stage.ask(load::recording);
            long heap = open.liveHeapBytes().orElse(0) - before.liveHeapBytes().orElse(0);
            checks.errors(events.errors());
            checks.exactly("open and answered", ready, streams, "streams");
            checks.measured("time to open them", openSeconds, "s");
            checks.measured("live heap per stream", (double) heap / streams, "bytes");
            checks.measured("RSS per stream", (double) (open.rssBytes() - before.rssBytes()) / streams, "bytes");
            long missing = stage.ask(load::missing);
            checks.exactly("deliveries missing of %d events".formatted(eventCount), missing, 0, "");
            checks.millis("delivery, p50", events.latencyMicros(), 50);
            checks.millis("last delivery, maximum", events.lastMicros(), 100);
        });
    }
}
