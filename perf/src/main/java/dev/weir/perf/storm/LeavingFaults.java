package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Awaiting;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Clients that leave in the middle. */
final class LeavingFaults {
    private LeavingFaults() {}

    /** Downloads beside clients that leave after a kilobyte: nobody else's bytes may be cut. */
    static final class Leaving {
        private static final int FILE_BYTES = 100_003;
        private static final int USERS = 8;
        private static final int MOST_TOGETHER = 39;
        private static final Duration KEPT = Duration.ofSeconds(5);
        private static final Duration BETWEEN_BATCHES = Duration.ofMillis(10);
        private static final Duration PATIENCE = Duration.ofSeconds(20);
        private static final long SEED = 20260118;

        static final String DESCRIPTION = """
            %d users download %,d bytes, again and again, each time from another address on a new connection, --downloads \
            times; then for %d s on connections that are kept. Every byte is compared. Beside them up to %d clients at a \
            time ask for a huge file, read 1 KB, and leave together, every other by a reset.\
            """.formatted(USERS, FILE_BYTES, KEPT.toSeconds(), MOST_TOGETHER);

        private Leaving() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            try (Site site = Site.open(setting, 0)) {
                Target target = site.target("leaving.bin", FILE_BYTES);
                site.target("huge.bin", 64 << 20);
                Map<String, Long> errors = new TreeMap<>();
                try (Crowd leavers = Crowd.endless(1, number -> leave(site, number))) {
                    long startNanos = System.nanoTime();
                    long anew = anew(site, target, setting.sizes().downloads(), errors);
                    double perSecond = anew / ((System.nanoTime() - startNanos) / 1e9);
                    long kept = kept(site, target, errors);
                    return site.found(
                            List.of(
                                    Figure.atLeast(
                                            "whole and right, new connections",
                                            (double) anew,
                                            setting.sizes().downloads(),
                                            "downloads"),
                                    Figure.told("of them a second", perSecond, ""),
                                    Figure.atLeast("whole and right, kept connections", (double) kept, 1, "downloads"),
                                    Figure.told("batches that left", leavers.counted("left"), "")),
                            errors);
                }
            }
        }

        private static long anew(Site site, Target target, int count, Map<String, Long> errors)
                throws InterruptedException {
            Generator generator = site.generator();
            ClosedLoop.Recorder recorder = new ClosedLoop.Recorder(Window.after(Duration.ZERO, Duration.ofDays(1)));
            ClosedLoop load =
                    generator.ask(() -> ClosedLoop.start(generator, target, recorder, USERS, Duration.ofMillis(USERS)));
            long seen = 0;
            long lastSeen = -1;
            while (seen < count && seen > lastSeen) {
                lastSeen = seen;
                Awaiting.holds(generator, PATIENCE, () -> recorder.finished() >= count);
                seen = generator.ask(recorder::finished);
            }
            Site.await(generator.ask(load::stop), PATIENCE);
            generator.ask(recorder::recording).errors().forEach((why, n) -> errors.merge(why, n, Long::sum));
            return generator.ask(recorder::finished);
        }

        private static long kept(Site site, Target target, Map<String, Long> errors) throws InterruptedException {
            Generator generator = site.generator();
            RequestRecorder recorder = new RequestRecorder(Window.after(Duration.ZERO, KEPT));
            RequestLoad.ClosedRequests load = generator.ask(() ->
                    RequestLoad.ClosedRequests.start(generator, target, recorder, USERS, generator::freshAddress));
            Site.await(load.over(), PATIENCE);
            generator.execute(load::close);
            generator.ask(recorder::recording).errors().forEach((why, n) -> errors.merge(why, n, Long::sum));
            return generator.ask(recorder::recording).responseMicros().getTotalCount();
        }

        private static String leave(Site site, int number) throws IOException, InterruptedException {
            int count = new SplittableRandom(SEED + number).nextInt(MOST_TOGETHER) + 1;
            List<Wire> wires = new ArrayList<>();
            try {
                for (int i = 0; i < count; i++) {
                    wires.add(Wire.open(site, number * MOST_TOGETHER + i, 4 << 10)
                            .send("GET /files/huge.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"));
                }
                for (Wire wire : wires) {
                    wire.head();
                    wire.read(new byte[1 << 10]);
                }
            } finally {
                for (int i = 0; i < wires.size(); i++) {
                    if (i % 2 == 0) {
                        wires.get(i).reset();
                    } else {
                        wires.get(i).close();
                    }
                }
            }
            Thread.sleep(BETWEEN_BATCHES);
            return "left";
        }
    }

    /** Opens thousands of connections and resets them, in the middle of this and that: nothing may be left of them. */
    static final class Reset {
        private static final int TIMES = 4;
        private static final int A_SECOND = 1_000;
        private static final int ADDRESSES = 200;
        private static final Duration PATIENCE = Duration.ofSeconds(90);
        private static final double MOST_MEGABYTES = 2;
        private static final int SPARE = 5;

        /** What each fourth client sends before it leaves; the first sends nothing. */
        private static final List<String> BEGINNINGS = List.of(
                "",
                "GET /files/huge.bin HTT",
                "GET /files/huge.bin HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");

        static final String DESCRIPTION = """
            %d times --sockets connections from %d addresses, %,d a second, are opened and reset: with nothing sent, in the \
            middle of a head, in a download, in a stream of events. The same was done before anything was counted. Then \
            heap after full collections, descriptors and threads are looked at, for at most %d s.\
            """.formatted(TIMES, ADDRESSES, A_SECOND, PATIENCE.toSeconds());

        private Reset() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            int count = TIMES * setting.sizes().sockets();
            try (Site site = Site.open(setting, 0)) {
                site.target("huge.bin", 64 << 20);
                storm(site, count);
                int before = site.descriptorsDownTo(0, Duration.ofSeconds(20));
                double heap = site.server().memory().liveHeapBytes().orElseThrow() / 1e6;
                int threads = site.server().kernelUsage().threads();
                Map<String, Long> outcomes = storm(site, count);
                System.out.printf("%s: %s%n", site.contender(), outcomes);
                int after = site.descriptorsDownTo(before, PATIENCE);
                double more = site.server().memory().liveHeapBytes().orElseThrow() / 1e6 - heap;
                return site.found(
                        List.of(
                                Figure.atLeast(
                                        "opened and reset", (double) outcomes.getOrDefault("reset", 0L), count, ""),
                                Figure.told("descriptors before", before, ""),
                                Figure.atMost("descriptors after", after, before + SPARE, ""),
                                Figure.told("live heap before", heap, "MB"),
                                Figure.atMost("live heap after, more", more, MOST_MEGABYTES, "MB"),
                                Figure.told("threads before", threads, ""),
                                Figure.atMost(
                                        "threads after",
                                        site.server().kernelUsage().threads(),
                                        threads + SPARE,
                                        "")),
                        Map.of());
            }
        }

        private static Map<String, Long> storm(Site site, int count) throws InterruptedException {
            try (Crowd crowd =
                    Crowd.of(count, Duration.ofMillis(1_000L * count / A_SECOND), number -> reset(site, number))) {
                return crowd.await(Duration.ofSeconds(2L * count / A_SECOND + 30));
            }
        }

        /** Sends something, waits for the beginning of an answer where there is to be one, and is gone. */
        static String reset(Site site, int number) throws IOException {
            Wire wire = Wire.open(site, number % ADDRESSES, 4 << 10);
            try {
                String beginning = BEGINNINGS.get(number % BEGINNINGS.size());
                wire.send(beginning);
                if (beginning.endsWith("\r\n\r\n")) {
                    wire.head();
                }
            } finally {
                wire.reset();
            }
            return "reset";
        }
    }
}
