package dev.weir.perf.storm;

import dev.weir.perf.site.Awaiting;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Fetch;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Wire;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Files that change, or are gone, while they are sent. */
final class FileFaults {
    private FileFaults() {}

    /** Replaces files, and rewrites others in place, while they are downloaded: nobody gets bytes of two versions. */
    static final class Replace {
        private static final int USERS = 50;
        private static final int FILE_BYTES = 512 << 10;
        /** A download takes a second. */
        private static final long RATE_BYTES = 512 << 10;

        private static final Duration BETWEEN = Duration.ofMillis(150);
        private static final long SEED = 20260120;

        static final String DESCRIPTION = """
            A file of %,d bytes is replaced every %d ms by one of other bytes (rename), and another one is rewritten in place \
            as often. For --seconds %d clients download each of them at %,d B/s; every third leaves in the middle and asks \
            for the rest by Range and If-Range. The first must always be whole, the other may be short; never may bytes of \
            two versions be one download.\
            """.formatted(FILE_BYTES, BETWEEN.toMillis(), USERS, RATE_BYTES);

        private Replace() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            try (Site site = Site.open(setting, RATE_BYTES)) {
                List<byte[]> versions = List.of(bytes(1), bytes(2), bytes(3));
                for (String name : List.of("renamed.bin", "rewritten.bin")) {
                    Files.write(setting.folder().owned(name), versions.getFirst());
                }
                AtomicInteger anew = new AtomicInteger();
                try (Crowd changing = Crowd.endless(1, number -> change(setting.folder(), versions, number));
                        Crowd first = Crowd.endless(USERS, n -> download(site, "renamed.bin", versions, n, anew));
                        Crowd other = Crowd.endless(USERS, n -> download(site, "rewritten.bin", versions, n, anew))) {
                    Thread.sleep(Duration.ofSeconds(setting.sizes().seconds()));
                    System.out.printf(
                            "%s: replaced %s, rewritten %s%n",
                            site.contender(), first.await(Duration.ZERO), other.await(Duration.ZERO));
                    return site.found(
                            List.of(
                                    Figure.told("changes", changing.counted("changed"), ""),
                                    Figure.atLeast("replaced: whole", (double) first.counted(Fetch.WHOLE), 1, ""),
                                    Figure.exactly("replaced: short", first.counted(Fetch.SHORT), 0, ""),
                                    Figure.exactly("replaced: other bytes", first.counted(Fetch.MIXED), 0, ""),
                                    Figure.atLeast("the rest was asked for, and the file sent anew", anew.get(), 1, ""),
                                    Figure.told("rewritten: whole", other.counted(Fetch.WHOLE), ""),
                                    Figure.atLeast("rewritten: broken off", (double) other.counted(Fetch.SHORT), 1, ""),
                                    Figure.exactly("rewritten: other bytes", other.counted(Fetch.MIXED), 0, "")),
                            first.except("still under way", Fetch.WHOLE, Fetch.SHORT, Fetch.MIXED));
                }
            }
        }

        private static String download(Site site, String file, List<byte[]> versions, int number, AtomicInteger anew)
                throws IOException {
            Fetch fetch = new Fetch("/files/" + file, versions);
            String outcome = Fetch.SHORT;
            if (number % 3 == 0) {
                try (Wire wire = Wire.open(site, number)) {
                    outcome = fetch.get(wire, FILE_BYTES / 2);
                }
            }
            if (outcome.equals(Fetch.SHORT)) {
                try (Wire wire = Wire.open(site, number)) {
                    outcome = fetch.get(wire, Long.MAX_VALUE);
                }
            }
            anew.addAndGet(fetch.anew());
            return outcome;
        }

        private static String change(ServedFolder folder, List<byte[]> versions, int number)
                throws IOException, InterruptedException {
            byte[] bytes = versions.get((number + 1) % versions.size());
            Path fresh = folder.owned(".fresh");
            Files.write(fresh, bytes);
            Files.move(fresh, folder.owned("renamed.bin"), StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel channel = FileChannel.open(folder.owned("rewritten.bin"), StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(bytes), 0);
            }
            Thread.sleep(BETWEEN);
            return "changed";
        }

        private static byte[] bytes(int version) {
            byte[] bytes = new byte[FILE_BYTES];
            new SplittableRandom(SEED + version).nextBytes(bytes);
            return bytes;
        }
    }

    /** Moves the folder of files away under load, and back. */
    static final class Root {
        private static final int OPEN = 50;
        private static final int FILE_BYTES = 2 << 20;
        private static final long RATE_BYTES = 128 << 10;
        private static final Duration AWAY = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofMinutes(2);
        private static final double MOST_MILLIS = 1_000;
        private static final String HEALTH = "GET /actuator/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
        private static final String FILE =
                "GET /files/root.bin HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\n\r\n";
        private static final int CLIENT = 100_000;

        static final String DESCRIPTION = """
            %d clients download %,d bytes at %,d B/s; meanwhile the folder is moved away for %d s. Who has begun gets every \
            byte. Who asks then is told 404 or 503, health is down, and both are well within a second of its return.\
            """.formatted(OPEN, FILE_BYTES, RATE_BYTES, AWAY.toSeconds());

        private Root() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            try (Site site = Site.open(setting, RATE_BYTES)) {
                List<byte[]> file =
                        List.of(site.target("root.bin", FILE_BYTES).body().bytes());
                Path root = setting.folder().root();
                Path elsewhere = root.resolveSibling(root.getFileName() + "-away");
                try (Crowd crowd = Crowd.of(
                                OPEN,
                                Duration.ofSeconds(1),
                                number -> Fetch.once(site, number, "/files/root.bin", file));
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
                    double served = millisUntil(() -> Wire.status(site.server().address(), CLIENT, FILE) == 206);
                    double up = served + millisUntil(site, 200);
                    crowd.await(PATIENCE);
                    return site.found(
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
            return millisUntil(() -> Wire.status(site.server().management().address(), CLIENT, HEALTH) == status);
        }

        /** Asks until it is so; infinite when it does not come to be. */
        private static double millisUntil(Awaiting.Condition<IOException> condition) throws InterruptedException {
            long startNanos = System.nanoTime();
            boolean came = Awaiting.holds(AWAY, () -> {
                try {
                    return condition.holds();
                } catch (IOException e) {
                    System.err.println("weir: " + e.getMessage());
                    return false;
                }
            });
            return came ? (System.nanoTime() - startNanos) / 1e6 : Double.POSITIVE_INFINITY;
        }
    }
}
