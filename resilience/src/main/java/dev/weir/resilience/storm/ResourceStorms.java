package dev.weir.resilience.storm;

import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Host;
import dev.weir.perf.server.Usage;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.resilience.storm.Crowd.Newcomers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Stress tests ({@link Storm}) with too little heap or file descriptors, a full disk, or a clock that jumps. */
final class ResourceStorms {
    /** Debian's faketime library for multi-threaded programs. It changes the wall clock of one process. */
    private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

    static Storm heap() {
        String heap = "-Xmx96m";
        Duration ramp = Duration.ofSeconds(5);
        Duration hold = Duration.ofSeconds(10);
        return new Storm("A heap at its limit", """
            The server runs with %s. --sockets subscribers come and leave after %d s. Then as many clients poll, download \
            slowly, and send half of a SOAP body of 1 MB each. The server may refuse some. At the end it must serve a \
            hundred new clients, and its log must hold no OutOfMemoryError.\
            """.formatted(heap, hold.toSeconds()), (stage, checks) -> {
            stage.serve(Storm.shared(1_000).with("-Xms32m", heap));
            Map<String, String> requests = new LinkedHashMap<>();
            requests.put("subscribers", RawSocket.get("/events"));
            requests.put("polls", RawSocket.get("/events/next?timeout=60s"));
            requests.put("downloads", RawSocket.get("/files/huge.bin"));
            requests.put("bodies", RawSocket.post("/ws", "text/xml", 1_000_000) + "<a>".repeat(170_000));
            stage.huge();
            Newcomers.warm(stage);
            Duration length = ramp.plus(hold);
            for (Map.Entry<String, String> request : requests.entrySet()) {
                try (Crowd crowd = Crowd.of(
                        stage.sizes.sockets, ramp, n -> SlowStorms.hold(stage, n, request.getValue(), length))) {
                    Thread.sleep(length);
                    stage.say(request.getKey(), crowd.await(hold));
                    checks.measured("held " + request.getKey(), crowd.counted("held"), "");
                }
            }
            stage.descriptorsDownTo(0, hold);
            Newcomers.come(stage, checks, ", at the end");
            checks.exactly("lines of the log with OutOfMemoryError", logLines(stage, "OutOfMemoryError"), 0);
        });
    }

    static Storm descriptors() {
        int limit = 600;
        int clients = 1_000;
        // The growth of the log allows a few kinds of lines, each once a second.
        int mostLines = 15;
        Duration ramp = Duration.ofSeconds(2);
        Duration full = Duration.ofSeconds(5);
        Duration patience = Duration.ofSeconds(30);
        return new Storm("A process without descriptors", """
            prlimit sets the running server's limit to %d descriptors, and %,d connections are opened that send nothing. \
            Meanwhile the server must not spin or fill its log. It must serve again when the connections are closed.\
            """.formatted(limit, clients), (stage, checks) -> {
            stage.serve(Storm.shared(0));
            Newcomers.warm(stage);
            int before = stage.descriptorsDownTo(0, ramp);
            String pid = Long.toString(stage.server().pid());
            System.out.print(Host.output("prlimit", "--pid", pid, "--nofile=" + limit + ":" + limit));
            try (Crowd _ = Crowd.of(clients, ramp, number -> SlowStorms.hold(stage, number, "", patience))) {
                Thread.sleep(ramp.multipliedBy(2));
                long lines = logLines(stage, "");
                Usage usage = stage.server().kernelUsage();
                checks.atLeast("descriptors at the limit", stage.server().openDescriptors(), limit - 20, "");
                Thread.sleep(full);
                Usage.Spent spent = stage.server().kernelUsage().since(usage);
                checks.atMost("CPU at the limit", spent.cpuSeconds() / spent.seconds(), 0.2, "of a core");
                String what = "lines of log in %d s at the limit".formatted(full.toSeconds());
                checks.atMost(what, logLines(stage, "") - lines, mostLines, "");
            }
            int after = stage.descriptorsDownTo(before, patience);
            checks.atMost("descriptors when the clients have left", after, before + 20, "");
            Newcomers.come(stage, checks, ", at the end");
        });
    }

    static Storm disk() {
        int calls = 50;
        return new Storm("A full temporary folder", """
            The server's java.io.tmpdir is a tmpfs of 4 MB, which only root can mount. It is filled once the server \
            runs. Then files are downloaded, an event is published, and %d signed calls are made.\
            """.formatted(calls), (stage, checks) -> {
            Path folder = Files.createTempDirectory(Cleanup.folder(), "full-");
            Cleanup.unmountAtEnd(folder);
            String mounted = Host.output("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.toString());
            if (!mounted.isEmpty()) {
                throw new IOException("mount of a tmpfs at " + folder + " failed: " + mounted);
            }
            try {
                stage.serve(Storm.shared(0, 1_000).withCalls().with("-Djava.io.tmpdir=" + folder));
                checks.measured("bytes that filled the folder", fill(folder.resolve("full")), "");
                Newcomers.come(stage, checks, "");
                int status = RawSocket.status(stage.address(), 0, RawSocket.publication("x"));
                checks.exactly("status of a publication", status, 201);
                checks.exactly("calls answered", stage.calls(calls, 4).answered(), calls);
            } finally {
                stage.close();
                System.out.print(Host.output("umount", folder.toString()));
            }
        });
    }

    private static long logLines(Stage stage, String text) throws IOException {
        try (Stream<String> lines = Files.lines(stage.log)) {
            return lines.filter(line -> line.contains(text)).count();
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

    static Storm clock() {
        int downloads = 50;
        int fileBytes = 2 << 20;
        long rateBytes = 128 << 10;
        String description = """
            %d clients download %,d bytes at %,d B/s each while libfaketime moves the server's wall clock an hour ahead, \
            back, an hour behind, and back. The monotonic clock runs on. The downloads must take their planned time. A \
            signed call must succeed only while the clock is right.\
            """.formatted(downloads, fileBytes, rateBytes);
        return new Storm("The wall clock jumps (T09)", description, (stage, checks) -> {
            if (!Files.isReadable(FAKETIME)) {
                throw new IOException("this storm needs " + FAKETIME + " (apt-get install faketime)");
            }
            stage.serve(Storm.shared(rateBytes, 1_000).withCalls());
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
            try (Crowd crowd = Fetch.crowd(stage, 0, downloads, Duration.ZERO, "clock.bin", fileBytes)) {
                int ahead = statusAt(stage, clock, "+1h");
                int right = statusAt(stage, clock, "+0");
                int behind = statusAt(stage, clock, "-1h");
                int again = statusAt(stage, clock, "+0");
                stage.say("downloads", crowd.await(Duration.ofMinutes(1)));
                double seconds = (System.nanoTime() - startNanos) / 1e9;
                double planned = (double) fileBytes / rateBytes;
                checks.exactly("downloads", crowd.counted(Fetch.WHOLE), downloads);
                checks.between("duration of the slowest download", seconds, planned * 0.95, planned * 1.1, "s");
                checks.atLeast("status of a call, clock an hour ahead", ahead, 201, "");
                checks.exactly("status of a call, clock back", right, 200);
                checks.atLeast("status of a call, clock an hour behind", behind, 201, "");
                checks.exactly("status of a call, clock back again", again, 200);
                checks.errors(crowd.except(Fetch.WHOLE));
            }
        });
    }

    private static int statusAt(Stage stage, Path clock, String offset) throws IOException, InterruptedException {
        Files.writeString(clock, offset);
        Thread.sleep(Duration.ofSeconds(3));
        byte[] envelope = SignerProcess.ofThisRun().sign(1).getFirst().request().envelope();
        String head = RawSocket.post("/ws", "text/xml; charset=utf-8", envelope.length, "SOAPAction: \"\"");
        return RawSocket.status(stage.address(), 0, head + new String(envelope, StandardCharsets.ISO_8859_1));
    }
}
