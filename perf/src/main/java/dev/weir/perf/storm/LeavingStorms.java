package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** {@link Storm}s of clients that close or reset their connections early. */
final class LeavingStorms {
    private static final int RECEIVE_BYTES = 4 << 10;
    private static final String HUGE = RawSocket.get("/files/huge.bin");

    static final class Leaving {
        private static final int FILE_BYTES = 100_003;
        private static final int USERS = 8;
        private static final int MOST_TOGETHER = 39;
        private static final Duration KEPT = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofSeconds(20);

        static final Storm STORM = Storm.of(
                "Downloads beside clients that leave (D01)",
                """
                %d users download %,d bytes again and again, --downloads times in all, each time from a new address on a new \
                connection. Then they download for %d s on kept connections. Every byte is compared. Meanwhile batches of up \
                to %d clients ask for a huge file, read 1 KB, and leave together, every second one by a reset.\
                """.formatted(USERS, FILE_BYTES, KEPT.toSeconds(), MOST_TOGETHER),
                Storm.shared(0),
                Leaving::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            Target target = stage.target("leaving.bin", FILE_BYTES);
            stage.target("huge.bin", 64 << 20);
            int downloads = stage.sizes.downloads;
            try (Crowd leavers = Crowd.endless(1, Duration.ZERO, number -> leave(stage, number))) {
                long startNanos = System.nanoTime();
                long anew = onNewConnections(stage.generator, target, downloads, checks);
                double perSecond = anew / ((System.nanoTime() - startNanos) / 1e9);
                long kept = onKeptConnections(stage.generator, target, checks);
                checks.atLeast("whole and right, new connections", anew, downloads, "downloads");
                checks.measured("downloads per second, new connections", perSecond, "");
                checks.atLeast("whole and right, kept connections", kept, 1, "downloads");
                checks.measured("batches that left", leavers.counted("left"), "");
            }
        }

        /**
         * Downloads a file {@code count} times, each time on a new connection, and returns the number of finished
         * downloads. Gives up when none finishes within {@link #PATIENCE}.
         */
        private static long onNewConnections(Generator generator, Target target, int count, Checks checks)
                throws InterruptedException {
            Window window = Window.after(Duration.ZERO, Duration.ofDays(1));
            ClosedLoop load = new ClosedLoop(generator, target, window).start(USERS, Duration.ofMillis(USERS));
            long finished = 0;
            long before = -1;
            while (finished < count && finished > before) {
                before = finished;
                Waiting.holds(PATIENCE, () -> generator.ask(load::finished) >= count);
                finished = generator.ask(load::finished);
            }
            Waiting.await("the downloads", generator.ask(load::stop), PATIENCE);
            checks.errors(generator.ask(load::errors));
            return generator.ask(load::finished);
        }

        private static long onKeptConnections(Generator generator, Target target, Checks checks)
                throws InterruptedException {
            Window window = Window.after(Duration.ZERO, KEPT);
            RequestLoad load = new RequestLoad(generator, target, window, generator::freshAddress).startClosed(USERS);
            RequestRecorder.RequestRecording recording = load.await(PATIENCE);
            generator.execute(load::close);
            checks.errors(recording.errors());
            return recording.answered();
        }

        private static String leave(Stage stage, int number) throws IOException, InterruptedException {
            int count = new SplittableRandom(20260118 + number).nextInt(MOST_TOGETHER) + 1;
            List<RawSocket> sockets = new ArrayList<>();
            try {
                for (int i = 0; i < count; i++) {
                    sockets.add(RawSocket.open(stage, number * MOST_TOGETHER + i, RECEIVE_BYTES)
                            .send(HUGE));
                }
                for (RawSocket socket : sockets) {
                    socket.head();
                    socket.read(new byte[1 << 10]);
                }
            } finally {
                for (int i = 0; i < sockets.size(); i++) {
                    sockets.get(i).leave(i % 2 == 0);
                }
            }
            Thread.sleep(10);
            return "left";
        }
    }

    static final class Reset {
        private static final int TIMES = 4;
        private static final int A_SECOND = 1_000;
        private static final int ADDRESSES = 200;
        private static final Duration PATIENCE = Duration.ofSeconds(90);
        private static final int SPARE = 5;

        private static final List<String> BEGINNINGS =
                List.of("", "GET /files/huge.bin HTT", HUGE, RawSocket.get("/events"));

        static final Storm STORM = Storm.of(
                "Connections that are reset",
                """
                %d times --sockets connections from %d addresses, %,d a second, are opened and reset: with nothing sent, in \
                the middle of a head, in a download, or in a stream of events. A first round warms the server. After a second \
                round the live heap, descriptors and threads are compared with those before it, at most %d s later.\
                """.formatted(TIMES, ADDRESSES, A_SECOND, PATIENCE.toSeconds()),
                Storm.shared(0),
                Reset::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            int count = TIMES * stage.sizes.sockets;
            stage.target("huge.bin", 64 << 20);
            storm(stage, count);
            int before = stage.descriptorsDownTo(0, Duration.ofSeconds(20));
            double heap = stage.heapMegabytes();
            int threads = stage.server().kernelUsage().threads();
            Map<String, Long> outcomes = storm(stage, count);
            stage.say("clients", outcomes);
            int after = stage.descriptorsDownTo(before, PATIENCE);
            checks.atLeast("opened and reset", outcomes.getOrDefault("reset", 0L), count, "");
            checks.measured("descriptors before", before, "");
            checks.atMost("descriptors after", after, before + SPARE, "");
            checks.measured("live heap before", heap, "MB");
            checks.atMost("growth of the live heap", stage.heapMegabytes() - heap, 2, "MB");
            checks.measured("threads before", threads, "");
            checks.atMost("threads after", stage.server().kernelUsage().threads(), threads + SPARE, "");
        }

        private static Map<String, Long> storm(Stage stage, int count) throws InterruptedException {
            try (Crowd crowd =
                    Crowd.of(count, Duration.ofMillis(1_000L * count / A_SECOND), number -> reset(stage, number))) {
                return crowd.await(Duration.ofSeconds(2L * count / A_SECOND + 30));
            }
        }

        /**
         * Sends a whole request, a part of one, or nothing. Reads the head of the answer to a whole request. Then
         * resets the connection.
         */
        static String reset(Stage stage, int number) throws IOException {
            RawSocket socket = RawSocket.open(stage, number % ADDRESSES, RECEIVE_BYTES);
            try {
                String beginning = BEGINNINGS.get(number % BEGINNINGS.size());
                socket.send(beginning);
                if (beginning.endsWith("\r\n\r\n")) {
                    socket.head();
                }
            } finally {
                socket.leave(true);
            }
            return "reset";
        }
    }
}
