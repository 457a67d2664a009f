package dev.weir.perf.storm;

import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Host;
import dev.weir.perf.storm.Crowd.Newcomers;
import dev.weir.perf.storm.Storm.Setting;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.SignerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@link Storm}s on a server with too little heap, with a full disk, or with a clock that jumps. */
final class ResourceStorms {
    static final class Heap {
        private static final String HEAP = "-Xmx96m";
        private static final Duration RAMP = Duration.ofSeconds(5);
        private static final Duration HOLD = Duration.ofSeconds(10);

        static final Storm STORM = Storm.of(
                "A heap at its limit",
                """
                The server runs with %s. --sockets subscribers come and leave after %d s. Then as many clients poll, download \
                slowly, and send half of a SOAP body of 1 MB each. The server may refuse some. At the end it must serve a \
                hundred new clients, and its log must hold no OutOfMemoryError.\
                """.formatted(HEAP, HOLD.toSeconds()),
                Storm.shared(1_000).with("-Xms32m", HEAP),
                Heap::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            Map<String, String> requests = new LinkedHashMap<>();
            requests.put("subscribers", RawSocket.get("/events"));
            requests.put("polls", RawSocket.get("/events/next?timeout=60s"));
            requests.put("downloads", RawSocket.get("/files/huge.bin"));
            requests.put("bodies", RawSocket.post("/ws", "text/xml", 1_000_000) + "<a>".repeat(170_000));
            stage.target("huge.bin", 64 << 20);
            Newcomers.warm(stage);
            for (Map.Entry<String, String> request : requests.entrySet()) {
                try (Crowd crowd = Crowd.of(
                        stage.sizes.sockets,
                        RAMP,
                        n -> SlowStorms.hold(stage, n, request.getValue(), RAMP.plus(HOLD)))) {
                    Thread.sleep(RAMP.plus(HOLD));
                    stage.say(request.getKey(), crowd.await(HOLD));
                    checks.measured("held " + request.getKey(), crowd.counted("held"), "");
                }
            }
            stage.descriptorsDownTo(0, HOLD);
            Newcomers.come(stage, checks, ", at the end");
            long lines = RequestStorms.Logs.lines(stage, "OutOfMemoryError");
            checks.exactly("lines of the log with OutOfMemoryError", lines, 0);
        }
    }

    static final class Disk {
        private static final int CALLS = 50;

        static final Storm STORM = new Storm("A full temporary folder", """
            The server's java.io.tmpdir is a tmpfs of 4 MB, which only root can mount. It is filled once the server \
            runs. Then files are downloaded, an event is published, and %d signed calls are made.\
            """.formatted(CALLS), Disk::run);

        private static void run(Setting setting, Checks checks) throws IOException, InterruptedException {
            Path folder = Files.createTempDirectory("weir-full-");
            String mounted = Host.output("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.toString());
            if (!mounted.isEmpty()) {
                throw new IOException("mount of a tmpfs at " + folder + " failed: " + mounted);
            }
            ServerPlan plan = Storm.shared(0, 1_000).withCalls().with("-Djava.io.tmpdir=" + folder);
            try (Stage stage = Stage.open(setting, plan, checks)) {
                checks.measured("bytes that filled the folder", fill(folder.resolve("full")), "");
                Newcomers.come(stage, checks, "");
                int status = RawSocket.status(stage.address(), 0, RawSocket.publication("x"));
                checks.exactly("status of a publication", status, 201);
                checks.exactly("calls answered", stage.calls(CALLS, 4).answered(), CALLS);
            } finally {
                System.out.print(Host.output("umount", folder.toString()));
                Files.delete(folder);
            }
        }

        private static long fill(Path file) throws IOException {
            byte[] block = new byte[1 << 10];
            long written = 0;
            try (var out = Files.newOutputStream(file)) {
                while (true) {
                    out.write(block);
                    written += block.length;
                }
            } catch (IOException _) {
                return written;
            }
        }
    }

    static final class Clock {
        /**
         * The library of Debian's package faketime that changes the wall clock of one process. This variant supports
         * threads.
         */
        private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

        private static final int DOWNLOADS = 50;
        private static final int FILE_BYTES = 2 << 20;
        private static final long RATE_BYTES = 128 << 10;
        private static final Duration TO_JUMP = Duration.ofSeconds(3);

        static final Storm STORM = Storm.of(
                "The wall clock jumps (T09)",
                """
                %d clients download %,d bytes at %,d B/s each while libfaketime moves the server's wall clock an hour ahead, \
                back, an hour behind, and back. The monotonic clock runs on. The downloads must take their planned time. A \
                signed call must succeed only while the clock is right.\
                """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES),
                Storm.shared(RATE_BYTES, 1_000).withCalls(),
                Clock::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            if (!Files.isReadable(FAKETIME)) {
                throw new IOException("this storm needs " + FAKETIME + " (apt-get install faketime)");
            }
            Path clock = stage.setting.out().resolve("clock-" + stage.contender);
            Files.writeString(clock, "+0");
            stage.server().close();
            stage.restart(
                    "env",
                    "LD_PRELOAD=" + FAKETIME,
                    "FAKETIME_DONT_FAKE_MONOTONIC=1",
                    "FAKETIME_FORCE_MONOTONIC_FIX=0",
                    "FAKETIME_CACHE_DURATION=1",
                    "FAKETIME_TIMESTAMP_FILE=" + clock.toAbsolutePath());
            Newcomers.warm(stage);
            long startNanos = System.nanoTime();
            try (Crowd crowd = Fetch.crowd(stage, 0, DOWNLOADS, Duration.ZERO, "clock.bin", FILE_BYTES)) {
                int ahead = statusAt(stage, clock, "+1h");
                int right = statusAt(stage, clock, "+0");
                int behind = statusAt(stage, clock, "-1h");
                int again = statusAt(stage, clock, "+0");
                stage.say("downloads", crowd.await(Duration.ofMinutes(1)));
                double seconds = (System.nanoTime() - startNanos) / 1e9;
                double planned = (double) FILE_BYTES / RATE_BYTES;
                checks.exactly("downloads", crowd.counted(Fetch.WHOLE), DOWNLOADS);
                checks.between("duration of the slowest download", seconds, planned * 0.95, planned * 1.1, "s");
                checks.atLeast("status of a call, clock an hour ahead", ahead, 201, "");
                checks.exactly("status of a call, clock back", right, 200);
                checks.atLeast("status of a call, clock an hour behind", behind, 201, "");
                checks.exactly("status of a call, clock back again", again, 200);
                checks.errors(crowd.except(Fetch.WHOLE));
            }
        }

        private static int statusAt(Stage stage, Path clock, String offset) throws IOException, InterruptedException {
            Files.writeString(clock, offset);
            Thread.sleep(TO_JUMP);
            byte[] envelope =
                    SignerProcess.ofThisRun().sign(1).getFirst().request().envelope();
            String head = RawSocket.post("/ws", "text/xml; charset=utf-8", envelope.length, "SOAPAction: \"\"");
            return RawSocket.status(stage.address(), 0, head + new String(envelope, StandardCharsets.ISO_8859_1));
        }
    }
}
