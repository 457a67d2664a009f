package dev.weir.perf.storm;

import dev.weir.perf.server.Host;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Crowd.Newcomers;
import dev.weir.perf.site.Fetch;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setting;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.site.Wire;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Servers whose heap or disk ends, or whose clock jumps. */
final class ResourceStorms {
    private ResourceStorms() {}

    /** A server whose heap is too small for those who come: it refuses some, and lives. */
    static final class Heap {
        private static final String HEAP = "-Xmx96m";
        private static final Duration RAMP = Duration.ofSeconds(5);
        private static final Duration HOLD = Duration.ofSeconds(10);

        static final Storm STORM = Storm.of(
                "A heap at its limit",
                """
                The server has %s. --sockets subscribers come, and leave after %d s; then as many polls, downloads that are slow, \
                and half of a SOAP body of 1 MB each. Some may be refused. In the end a hundred new clients are served, and \
                nowhere memory ran out.\
                """.formatted(HEAP, HOLD.toSeconds()),
                Setup.shared(1_000).with("-Xms32m", HEAP),
                Heap::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            Map<String, String> requests = new LinkedHashMap<>();
            requests.put("subscribers", Wire.get("/events"));
            requests.put("polls", Wire.get("/events/next?timeout=60s"));
            requests.put("downloads", Wire.get("/files/huge.bin"));
            requests.put("bodies", Wire.post("/ws", "text/xml", 1_000_000) + "<a>".repeat(170_000));
            site.target("huge.bin", 64 << 20);
            Newcomers.warm(site);
            for (Map.Entry<String, String> request : requests.entrySet()) {
                try (Crowd crowd = Crowd.of(
                        site.sizes().sockets,
                        RAMP,
                        n -> SlowStorms.hold(site, n, request.getValue(), RAMP.plus(HOLD)))) {
                    Thread.sleep(RAMP.plus(HOLD));
                    site.say(request.getKey(), crowd.await(HOLD));
                    found.measured(request.getKey() + " that were held", crowd.counted("held"), "");
                }
            }
            site.descriptorsDownTo(0, HOLD);
            Newcomers.come(site, found, ", in the end");
            long told = RequestStorms.Logs.lines(site, "OutOfMemoryError");
            found.exactly("lines of the log that tell of OutOfMemoryError", told, 0);
        }
    }

    /** A temporary folder without a byte left. */
    static final class Disk {
        private static final int CALLS = 50;
        private static final int CREATED = 201;

        static final Storm STORM = new Storm("A temporary folder that is full", """
            The server's java.io.tmpdir is a file system of 4 MB (tmpfs, which takes root to mount), which is filled up once it \
            runs. Then files are downloaded, an event is published, and %d signed calls are made.\
            """.formatted(CALLS), Disk::run);

        private static void run(Setting setting, Findings found) throws IOException, InterruptedException {
            Path folder = Files.createTempDirectory("weir-full-");
            String mounted = Host.output("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.toString());
            if (!mounted.isEmpty()) {
                throw new IOException("no small file system can be mounted here: " + mounted);
            }
            Setup setup = Setup.shared(0, 1_000).withCalls().with("-Djava.io.tmpdir=" + folder);
            try (Site site = Site.open(setting, setup, found)) {
                found.measured("filled up with", fill(folder.resolve("full")), "bytes");
                Newcomers.come(site, found, "");
                int status = Wire.status(site.address(), 0, Wire.publication("x"));
                found.exactly("an event is published", status, CREATED);
                CallRound round = CallRound.run(site.generator(), site.address(), SignerProcess.ofThisRun(), CALLS, 4);
                found.exactly("calls answered", round.answered(), CALLS);
                found.errors(round.errors());
            } finally {
                System.out.print(Host.output("umount", folder.toString()));
                Files.delete(folder);
            }
        }

        /** Writes until no byte more can be; how many could. */
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

    /** Sets the server's wall clock an hour ahead, back again, and an hour behind, while clients download. */
    static final class Clock {
        /** Of Debian's package faketime, the one for programs of many threads. */
        private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

        private static final int DOWNLOADS = 50;
        private static final int FILE_BYTES = 2 << 20;
        private static final long RATE_BYTES = 128 << 10;
        /** The file that tells the time is read each second. */
        private static final Duration TO_JUMP = Duration.ofSeconds(3);

        private static final Duration PATIENCE = Duration.ofMinutes(1);
        private static final int OK = 200;

        static final Storm STORM = Storm.of(
                "The wall clock jumps (T09)",
                """
                %d clients download %,d bytes at %,d B/s each, while the server's wall clock jumps an hour ahead, back, an hour \
                behind, and back (libfaketime; the monotonic clock is left alone). They take the planned time, and a signed \
                call is answered only while the clock is right.\
                """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES),
                _ -> Setup.shared(RATE_BYTES, 1_000).withCalls(),
                Clock::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            if (!Files.isReadable(FAKETIME)) {
                throw new IOException("no clock can be set without " + FAKETIME + " (apt-get install faketime)");
            }
            Path clock = site.setting().out().resolve("clock-" + site.contender());
            Files.writeString(clock, "+0");
            site.kill();
            site.restart(
                    "env",
                    "LD_PRELOAD=" + FAKETIME,
                    "FAKETIME_DONT_FAKE_MONOTONIC=1",
                    "FAKETIME_FORCE_MONOTONIC_FIX=0",
                    "FAKETIME_CACHE_DURATION=1",
                    "FAKETIME_TIMESTAMP_FILE=" + clock.toAbsolutePath());
            Newcomers.warm(site);
            long startNanos = System.nanoTime();
            try (Crowd crowd = Fetch.crowd(site, 0, DOWNLOADS, Duration.ZERO, "clock.bin", FILE_BYTES)) {
                int ahead = statusAt(site, clock, "+1h");
                int right = statusAt(site, clock, "+0");
                int behind = statusAt(site, clock, "-1h");
                int again = statusAt(site, clock, "+0");
                site.say("downloads", crowd.await(PATIENCE));
                double seconds = (System.nanoTime() - startNanos) / 1e9;
                double planned = (double) FILE_BYTES / RATE_BYTES;
                found.exactly("downloads", crowd.counted(Fetch.WHOLE), DOWNLOADS);
                found.between("the last of them after", seconds, planned * 0.95, planned * 1.1, "s");
                found.atLeast("a call, an hour ahead: status", ahead, OK + 1, "");
                found.exactly("a call, back: status", right, OK);
                found.atLeast("a call, an hour behind: status", behind, OK + 1, "");
                found.exactly("a call, back again: status", again, OK);
                found.errors(crowd.except(Fetch.WHOLE));
            }
        }

        private static int statusAt(Site site, Path clock, String offset) throws IOException, InterruptedException {
            Files.writeString(clock, offset);
            Thread.sleep(TO_JUMP);
            byte[] envelope =
                    SignerProcess.ofThisRun().sign(1).getFirst().request().envelope();
            String head = Wire.post("/ws", "text/xml; charset=utf-8", envelope.length, "SOAPAction: \"\"");
            return Wire.status(site.address(), 0, head + new String(envelope, StandardCharsets.ISO_8859_1));
        }
    }
}
