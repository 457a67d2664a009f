package dev.weir.perf.storm;

import dev.weir.perf.server.Host;
import dev.weir.perf.server.Usage;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Newcomers;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Wire;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Servers whose resources end: heap, descriptors, disk. */
final class ResourceFaults {
    private ResourceFaults() {}

    /** A server whose heap is too small for those who come: it refuses some, and lives. */
    static final class Heap {
        private static final String HEAP = "-Xmx96m";
        private static final int EACH = 50;
        private static final Duration RAMP = Duration.ofSeconds(5);
        private static final Duration HOLD = Duration.ofSeconds(10);
        private static final String FIELDS = " HTTP/1.1\r\nHost: localhost\r\n";

        static final String DESCRIPTION = """
            The server has %s. --sockets subscribers come, and leave after %d s; then as many polls, downloads that are slow, \
            and half of a SOAP body of 1 MB each. Some may be refused. In the end a hundred new clients are served, and \
            nowhere memory ran out.\
            """.formatted(HEAP, HOLD.toSeconds());

        private Heap() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            Map<String, String> requests = new LinkedHashMap<>();
            requests.put("subscribers", "GET /events" + FIELDS + "\r\n");
            requests.put("polls", "GET /events/next?timeout=60s" + FIELDS + "\r\n");
            requests.put("downloads", "GET /files/huge.bin" + FIELDS + "\r\n");
            requests.put(
                    "bodies",
                    "POST /ws" + FIELDS + "Content-Type: text/xml\r\nContent-Length: 1000000\r\n\r\n"
                            + "<a>".repeat(170_000));
            List<Figure> figures = new ArrayList<>();
            try (Site site = Site.open(setting, 1_000, "-Xms32m", HEAP)) {
                site.target("huge.bin", 64 << 20);
                Newcomers.come(site, ", before");
                for (Map.Entry<String, String> request : requests.entrySet()) {
                    try (Crowd crowd = Crowd.of(setting.sizes().sockets(), RAMP, number -> {
                        try (Wire wire = Wire.open(site, number / EACH, 4 << 10)) {
                            wire.send(request.getValue());
                            return wire.endsWithin(RAMP.plus(HOLD)) ? "closed" : "held";
                        }
                    })) {
                        Thread.sleep(RAMP.plus(HOLD));
                        System.out.printf("%s: %s %s%n", site.contender(), request.getKey(), crowd.await(HOLD));
                        figures.add(Figure.told(request.getKey() + " that were held", crowd.counted("held"), ""));
                    }
                }
                site.descriptorsDownTo(0, HOLD);
                figures.addAll(Newcomers.come(site, ", in the end"));
                try (Stream<String> lines = Files.lines(site.log())) {
                    figures.add(Figure.exactly(
                            "lines of the log that tell of OutOfMemoryError",
                            lines.filter(line -> line.contains("OutOfMemoryError"))
                                    .count(),
                            0,
                            ""));
                }
                return site.found(figures, Map.of());
            }
        }
    }

    /** A process that may have fewer descriptors open than clients come. */
    static final class Descriptors {
        private static final int LIMIT = 600;
        private static final int CLIENTS = 1_000;
        private static final int EACH = 50;
        private static final Duration RAMP = Duration.ofSeconds(2);
        private static final Duration FULL = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofSeconds(30);
        private static final double MOST_CPU = 0.2;
        /** One a second of each of a few kinds. */
        private static final int MOST_LINES = 15;

        static final String DESCRIPTION = """
            The limit of the running server is set to %d descriptors (prlimit), and %,d connections are opened, which send \
            nothing. It must not spin meanwhile, nor fill its log, and serve again when they have left.\
            """.formatted(LIMIT, CLIENTS);

        private Descriptors() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            try (Site site = Site.open(setting, 0)) {
                Newcomers.come(site, ", before");
                int before = site.descriptorsDownTo(0, RAMP);
                String pid = Long.toString(site.server().pid());
                System.out.print(Host.output("prlimit", "--pid", pid, "--nofile=" + LIMIT + ":" + LIMIT));
                List<Figure> figures = new ArrayList<>();
                try (Crowd _ = Crowd.of(CLIENTS, RAMP, number -> {
                    try (Wire wire = Wire.open(site, number / EACH)) {
                        return wire.endsWithin(PATIENCE) ? "closed" : "held";
                    }
                })) {
                    Thread.sleep(RAMP.multipliedBy(2));
                    long lines = lines(site);
                    Usage usage = site.server().kernelUsage();
                    figures.add(
                            Figure.atLeast("descriptors, full", site.server().openDescriptors(), LIMIT - 20, ""));
                    Thread.sleep(FULL);
                    Usage.Spent spent = site.server().kernelUsage().since(usage);
                    figures.add(Figure.atMost("of a core, full", spent.cpuSeconds() / spent.seconds(), MOST_CPU, ""));
                    figures.add(Figure.atMost(
                            "lines of log in %d s, full".formatted(FULL.toSeconds()),
                            (double) (lines(site) - lines),
                            MOST_LINES,
                            ""));
                }
                figures.add(Figure.atMost(
                        "descriptors when they have left", site.descriptorsDownTo(before, PATIENCE), before + 20, ""));
                figures.addAll(Newcomers.come(site, ", in the end"));
                return site.found(figures, Map.of());
            }
        }

        private static long lines(Site site) throws IOException {
            try (Stream<String> lines = Files.lines(site.log())) {
                return lines.count();
            }
        }
    }

    /** A temporary folder without a byte left. */
    static final class Disk {
        private static final int CALLS = 50;
        private static final int CREATED = 201;

        static final String DESCRIPTION = """
            The server's java.io.tmpdir is a file system of 4 MB (tmpfs, which takes root to mount), which is filled up once it \
            runs. Then files are downloaded, an event is published, and %d signed calls are made.\
            """.formatted(CALLS);

        private Disk() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            Path folder = Files.createTempDirectory("weir-full-");
            String mounted = Host.output("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.toString());
            if (!mounted.isEmpty()) {
                throw new IOException("no small file system can be mounted here: " + mounted);
            }
            try (Site site = Site.open(
                    setting, Site.plan(0, 1_000).withCalls(SoapKeys.ofThisRun()), "-Djava.io.tmpdir=" + folder)) {
                List<Figure> figures = new ArrayList<>();
                figures.add(Figure.told("filled up with", fill(folder.resolve("full")), "bytes"));
                figures.addAll(Newcomers.come(site, ""));
                figures.add(Figure.exactly(
                        "an event is published",
                        Wire.status(site.server().address(), 0, Site.publication("x")),
                        CREATED,
                        ""));
                CallRound round =
                        CallRound.run(site.generator(), site.server().address(), SignerProcess.ofThisRun(), CALLS, 4);
                figures.add(Figure.exactly("calls answered", round.answered(), CALLS, ""));
                Map<String, Long> errors = new TreeMap<>(round.errors());
                return site.found(figures, errors);
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
