package dev.weir.perf.storm;

import dev.weir.perf.server.Host;
import dev.weir.perf.server.Usage;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Newcomers;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.site.Wire;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Servers whose resources end: heap, descriptors, disk. */
final class ResourceStorms {
    private static final int EACH = 50;
    private static final int RECEIVE_BYTES = 4 << 10;

    private ResourceStorms() {}

    private static long logLines(Site site, String containing) throws IOException {
        try (Stream<String> lines = Files.lines(site.log())) {
            return lines.filter(line -> line.contains(containing)).count();
        }
    }

    /** Sends this, and holds the connection for a while. */
    private static String hold(Site site, int number, String request, Duration length) throws IOException {
        try (Wire wire = Wire.open(site, number / EACH, RECEIVE_BYTES)) {
            wire.send(request);
            return wire.endsWithin(length) ? "closed" : "held";
        }
    }

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
                try (Crowd crowd =
                        Crowd.of(site.sizes().sockets, RAMP, n -> hold(site, n, request.getValue(), RAMP.plus(HOLD)))) {
                    Thread.sleep(RAMP.plus(HOLD));
                    site.say(request.getKey(), crowd.await(HOLD));
                    found.told(request.getKey() + " that were held", crowd.counted("held"), "");
                }
            }
            site.descriptorsDownTo(0, HOLD);
            Newcomers.come(site, found, ", in the end");
            long told = logLines(site, "OutOfMemoryError");
            found.exactly("lines of the log that tell of OutOfMemoryError", told, 0);
        }
    }

    /** A process that may have fewer descriptors open than clients come. */
    static final class Descriptors {
        private static final int LIMIT = 600;
        private static final int CLIENTS = 1_000;
        private static final Duration RAMP = Duration.ofSeconds(2);
        private static final Duration FULL = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofSeconds(30);
        private static final double MOST_CPU = 0.2;
        /** One a second of each of a few kinds. */
        private static final int MOST_LINES = 15;

        static final Storm STORM = Storm.of(
                "A process without descriptors", """
                    The limit of the running server is set to %d descriptors (prlimit), and %,d connections are opened, which send \
                    nothing. It must not spin meanwhile, nor fill its log, and serve again when they have left.\
                    """.formatted(LIMIT, CLIENTS), Setup.shared(0), Descriptors::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            Newcomers.warm(site);
            int before = site.descriptorsDownTo(0, RAMP);
            String pid = Long.toString(site.server().pid());
            System.out.print(Host.output("prlimit", "--pid", pid, "--nofile=" + LIMIT + ":" + LIMIT));
            try (Crowd _ = Crowd.of(CLIENTS, RAMP, number -> hold(site, number, "", PATIENCE))) {
                Thread.sleep(RAMP.multipliedBy(2));
                long lines = logLines(site, "");
                Usage usage = site.server().kernelUsage();
                found.atLeast("descriptors, full", site.server().openDescriptors(), LIMIT - 20, "");
                Thread.sleep(FULL);
                Usage.Spent spent = site.server().kernelUsage().since(usage);
                found.atMost("of a core, full", spent.cpuSeconds() / spent.seconds(), MOST_CPU, "");
                String what = "lines of log in %d s, full".formatted(FULL.toSeconds());
                found.atMost(what, logLines(site, "") - lines, MOST_LINES, "");
            }
            int after = site.descriptorsDownTo(before, PATIENCE);
            found.atMost("descriptors when they have left", after, before + 20, "");
            Newcomers.come(site, found, ", in the end");
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
                found.told("filled up with", fill(folder.resolve("full")), "bytes");
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
}
