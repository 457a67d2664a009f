package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.site.Waiting;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Clients that leave in the middle. */
final class LeavingStorms {
    private static final int RECEIVE_BYTES = 4 << 10;
    private static final String HUGE = Wire.get("/files/huge.bin");

    private LeavingStorms() {}

    /** Downloads beside clients that leave after a kilobyte: nobody else's bytes may be cut. */
    static final class Leaving {
        private static final int FILE_BYTES = 100_003;
        private static final int USERS = 8;
        private static final int MOST_TOGETHER = 39;
        private static final Duration KEPT = Duration.ofSeconds(5);
        private static final Duration BETWEEN_BATCHES = Duration.ofMillis(10);
        private static final Duration PATIENCE = Duration.ofSeconds(20);
        private static final long SEED = 20260118;

        static final Storm STORM = Storm.of(
                "Downloads beside clients that leave (D01)",
                """
                %d users download %,d bytes, again and again, each time from another address on a new connection, --downloads \
                times; then for %d s on connections that are kept. Every byte is compared. Beside them up to %d clients at a \
                time ask for a huge file, read 1 KB, and leave together, every other by a reset.\
                """.formatted(USERS, FILE_BYTES, KEPT.toSeconds(), MOST_TOGETHER),
                Setup.shared(0),
                Leaving::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            Target target = site.target("leaving.bin", FILE_BYTES);
            site.target("huge.bin", 64 << 20);
            int downloads = site.sizes().downloads;
            try (Crowd leavers = Crowd.endless(1, Duration.ZERO, number -> leave(site, number))) {
                long startNanos = System.nanoTime();
                long anew = anew(site.generator(), target, downloads, found);
                double perSecond = anew / ((System.nanoTime() - startNanos) / 1e9);
                long kept = kept(site.generator(), target, found);
                found.atLeast("whole and right, new connections", anew, downloads, "downloads");
                found.measured("of them a second", perSecond, "");
                found.atLeast("whole and right, kept connections", kept, 1, "downloads");
                found.measured("batches that left", leavers.counted("left"), "");
            }
        }

        private static long anew(Generator generator, Target target, int count, Findings found)
                throws InterruptedException {
            ClosedLoop.Recorder recorder = new ClosedLoop.Recorder(Window.after(Duration.ZERO, Duration.ofDays(1)));
            ClosedLoop load =
                    generator.ask(() -> ClosedLoop.start(generator, target, recorder, USERS, Duration.ofMillis(USERS)));
            long seen = 0;
            long lastSeen = -1;
            while (seen < count && seen > lastSeen) {
                lastSeen = seen;
                Waiting.holds(PATIENCE, () -> generator.ask(recorder::finished) >= count);
                seen = generator.ask(recorder::finished);
            }
            Waiting.await(generator.ask(load::stop), PATIENCE);
            found.errors(generator.ask(recorder::recording).errors());
            return generator.ask(recorder::finished);
        }

        private static long kept(Generator generator, Target target, Findings found) throws InterruptedException {
            RequestRecorder recorder = new RequestRecorder(Window.after(Duration.ZERO, KEPT));
            RequestLoad load = generator.ask(
                    () -> new RequestLoad(generator, target, recorder, generator::freshAddress).startClosed(USERS));
            Waiting.await(load.over(), PATIENCE);
            generator.execute(load::close);
            RequestRecorder.RequestRecording recording = generator.ask(recorder::recording);
            found.errors(recording.errors());
            return recording.responseMicros().getTotalCount();
        }

        private static String leave(Site site, int number) throws IOException, InterruptedException {
            int count = new SplittableRandom(SEED + number).nextInt(MOST_TOGETHER) + 1;
            List<Wire> wires = new ArrayList<>();
            try {
                for (int i = 0; i < count; i++) {
                    wires.add(Wire.open(site, number * MOST_TOGETHER + i, RECEIVE_BYTES)
                            .send(HUGE));
                }
                for (Wire wire : wires) {
                    wire.head();
                    wire.read(new byte[1 << 10]);
                }
            } finally {
                for (int i = 0; i < wires.size(); i++) {
                    wires.get(i).leave(i % 2 == 0);
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
        private static final Duration TO_SETTLE = Duration.ofSeconds(20);
        private static final Duration PATIENCE = Duration.ofSeconds(90);
        private static final double MOST_MEGABYTES = 2;
        private static final int SPARE = 5;

        /** What each fourth client sends before it leaves; the first sends nothing. */
        private static final List<String> BEGINNINGS =
                List.of("", "GET /files/huge.bin HTT", HUGE, Wire.get("/events"));

        static final Storm STORM = Storm.of(
                "Connections that are reset",
                """
                %d times --sockets connections from %d addresses, %,d a second, are opened and reset: with nothing sent, in the \
                middle of a head, in a download, in a stream of events. The same was done before anything was counted. Then \
                heap after full collections, descriptors and threads are looked at, for at most %d s.\
                """.formatted(TIMES, ADDRESSES, A_SECOND, PATIENCE.toSeconds()),
                Setup.shared(0),
                Reset::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            int count = TIMES * site.sizes().sockets;
            site.target("huge.bin", 64 << 20);
            storm(site, count);
            int before = site.descriptorsDownTo(0, TO_SETTLE);
            double heap = site.heapMegabytes();
            int threads = site.server().kernelUsage().threads();
            Map<String, Long> outcomes = storm(site, count);
            site.say("clients", outcomes);
            int after = site.descriptorsDownTo(before, PATIENCE);
            found.atLeast("opened and reset", outcomes.getOrDefault("reset", 0L), count, "");
            found.measured("descriptors before", before, "");
            found.atMost("descriptors after", after, before + SPARE, "");
            found.measured("live heap before", heap, "MB");
            found.atMost("live heap after, more", site.heapMegabytes() - heap, MOST_MEGABYTES, "MB");
            found.measured("threads before", threads, "");
            found.atMost("threads after", site.server().kernelUsage().threads(), threads + SPARE, "");
        }

        private static Map<String, Long> storm(Site site, int count) throws InterruptedException {
            try (Crowd crowd =
                    Crowd.of(count, Duration.ofMillis(1_000L * count / A_SECOND), number -> reset(site, number))) {
                return crowd.await(Duration.ofSeconds(2L * count / A_SECOND + 30));
            }
        }

        /** Sends something, waits for the beginning of an answer where there is to be one, and is gone. */
        static String reset(Site site, int number) throws IOException {
            Wire wire = Wire.open(site, number % ADDRESSES, RECEIVE_BYTES);
            try {
                String beginning = BEGINNINGS.get(number % BEGINNINGS.size());
                wire.send(beginning);
                if (beginning.endsWith("\r\n\r\n")) {
                    wire.head();
                }
            } finally {
                wire.leave(true);
            }
            return "reset";
        }
    }
}
