package dev.weir.perf.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;

/** Moves the folder of files away under load, and back. */
final class RootFault {
    private static final int OPEN = 50;
    private static final int FILE_BYTES = 2 << 20;
    private static final long RATE_BYTES = 128 << 10;
    private static final Duration AWAY = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double MOST_MILLIS = 1_000;
    private static final String HEALTH = "GET /actuator/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String FILE = "GET /files/root.bin HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\n\r\n";
    private static final int CLIENT = 100_000;

    static final String DESCRIPTION = """
        %d clients download %,d bytes at %,d B/s; meanwhile the folder is moved away for %d s. Who has begun gets every \
        byte. Who asks then is told 404 or 503, health is down, and both are well within a second of its return.\
        """.formatted(OPEN, FILE_BYTES, RATE_BYTES, AWAY.toSeconds());

    private RootFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        try (Site site = Site.open(setting, Part.ROOT, RATE_BYTES)) {
            List<byte[]> file =
                    List.of(site.target("root.bin", FILE_BYTES).body().bytes());
            Path root = setting.folder().root();
            Path elsewhere = root.resolveSibling(root.getFileName() + "-away");
            try (Crowd crowd = Crowd.of(OPEN, Duration.ofSeconds(1), number -> {
                        try (Wire wire = Wire.open(site, number)) {
                            return new Fetch("/files/root.bin", file).get(wire, Long.MAX_VALUE);
                        }
                    });
                    Crowd asking = Crowd.endless(1, number -> {
                        Thread.sleep(20);
                        return ask(site, elsewhere, number);
                    })) {
                site.reaches("weir.downloads.active", OPEN, PATIENCE);
                double down;
                Files.move(root, elsewhere);
                try {
                    down = millisUntil(site, 503);
                    Thread.sleep(AWAY);
                } finally {
                    Files.move(elsewhere, root);
                }
                double served = millisUntil(() -> Wire.status(site.server().address(), CLIENT, FILE), s -> s == 206);
                double up = served + millisUntil(site, 200);
                crowd.await(PATIENCE);
                return site.found(
                        Part.ROOT,
                        List.of(
                                Figure.exactly("downloads that had begun", crowd.counted(Fetch.WHOLE), OPEN, ""),
                                Figure.atMost("health is down after", down, MOST_MILLIS, "ms"),
                                Figure.atLeast(
                                        "meanwhile told 404 or 503",
                                        (double) asking.counted("away: 404") + asking.counted("away: 503"),
                                        1,
                                        ""),
                                Figure.atMost("a file is there again after", served, MOST_MILLIS, "ms"),
                                Figure.atMost("health is up again after", up, MOST_MILLIS, "ms")),
                        asking.except("away: 404", "away: 503", "there: 206", "on the way"));
            }
        }
    }

    /** By whether the folder was away before and after. */
    private static String ask(Site site, Path elsewhere, int number) throws IOException {
        boolean before = Files.exists(elsewhere);
        int status = Wire.status(site.server().address(), CLIENT + 1 + number, FILE);
        return before != Files.exists(elsewhere) ? "on the way" : (before ? "away: " : "there: ") + status;
    }

    private static double millisUntil(Site site, int status) throws InterruptedException {
        return millisUntil(
                () -> Wire.status(site.server().management().address(), CLIENT, HEALTH), found -> found == status);
    }

    /** Asks for a status. */
    @FunctionalInterface
    private interface Ask {
        int status() throws IOException;
    }

    private static double millisUntil(Ask ask, IntPredicate wanted) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < AWAY.toNanos()) {
            try {
                if (wanted.test(ask.status())) {
                    return (System.nanoTime() - startNanos) / 1e6;
                }
            } catch (IOException e) {
                System.err.println("weir: " + e.getMessage());
            }
            Thread.sleep(10);
        }
        return Double.POSITIVE_INFINITY;
    }
}
