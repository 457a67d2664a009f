package dev.weir.perf.storm;

import dev.weir.perf.load.EventRecorder;
import dev.weir.perf.load.StreamsLoad;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Memory;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Opens more streams than a process has file descriptors, on HTTP/2 connections, and sends an event to all. */
final class StreamsStorm {
    private static final int STREAMS_EACH = 1_000;
    private static final int EVENTS = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    static final String DESCRIPTION = """
        Streams of events over h2c with prior knowledge, %,d on each connection. When the server has answered all, \
        %d events are published, each when everybody has the last one; every stream must get every event once, in \
        its order. Server and generator share both cores. Memory is told after collections, before the first \
        connection and with all streams open and quiet.\
        """.formatted(STREAMS_EACH, EVENTS);

    private StreamsStorm() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int connections = Math.max(1, setting.sizes().streams() / STREAMS_EACH);
        int streams = connections * STREAMS_EACH;
        ServerPlan plan = new ServerPlan(0, 0, Duration.ofMillis(250), 200, streams + 1, Cores.SHARED, false);
        try (Site site = Site.open(
                setting,
                Part.STREAMS,
                plan,
                "-Xmx" + heapGigabytes(streams) + "g",
                "-Dserver.http2.enabled=true",
                "-Dweir.http2.max-concurrent-streams=" + STREAMS_EACH,
                "-Dweir.events.heartbeat=5m",
                "-Dweir.events.stall-limit=10m")) {
            StreamsLoad load = new StreamsLoad(site.generator(), site.server().address());
            Memory before = site.server().memory();
            Duration ramp = Duration.ofMillis(100L * connections);
            long startNanos = System.nanoTime();
            site.generator().execute(() -> load.start(connections, STREAMS_EACH, ramp));
            Awaiting.holds(
                    site.generator(),
                    ramp.plus(PATIENCE),
                    () -> load.ready() == streams || !load.recording().errors().isEmpty());
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
            return new Figure.Found(
                    Part.STREAMS,
                    setting.contender().label(),
                    site.server().command(),
                    List.of(
                            Figure.exactly("open and answered", ready, streams, "streams"),
                            Figure.told("until then", openSeconds, "s"),
                            Figure.told("live heap a stream", perStream(open, before, streams), "bytes"),
                            Figure.told(
                                    "RSS a stream", (open.rssBytes() - before.rssBytes()) / (double) streams, "bytes"),
                            Figure.exactly(
                                    "missing of %d events".formatted(EVENTS),
                                    site.generator().ask(load::missing),
                                    0,
                                    "deliveries"),
                            Figure.told("delivery, p50", found.latencyMicros().getValueAtPercentile(50) / 1e3, "ms"),
                            Figure.told(
                                    "last delivery, slowest", found.lastMicros().getMaxValue() / 1e3, "ms")),
                    found.errors(),
                    Map.of());
        }
    }

    private static long heapGigabytes(int streams) {
        return Math.max(2, streams / 100_000);
    }

    private static double perStream(Memory open, Memory before, int streams) {
        return (double) (open.liveHeapBytes().orElse(0) - before.liveHeapBytes().orElse(0)) / streams;
    }
}
