package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Fetch;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.site.Waiting;
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
final class FileStorms {
    private FileStorms() {}

    /** Replaces files, and rewrites others in place, while they are downloaded: nobody gets bytes of two versions. */
    static final class Replace {
        private static final int USERS = 50;
        private static final int FILE_BYTES = 512 << 10;
        /** A download takes a second. */
        private static final long RATE_BYTES = 512 << 10;

        private static final Duration BETWEEN = Duration.ofMillis(150);
        private static final long SEED = 20260120;

        static final Storm STORM = Storm.of(
                "Files that change while they are sent (D06, D10)",
                """
                A file of %,d bytes is replaced every %d ms by one of other bytes (rename), and another one is rewritten in place \
                as often. For --seconds %d clients download each of them at %,d B/s; every third leaves in the middle and asks \
                for the rest by Range and If-Range. The first must always be whole, the other may be short; never may bytes of \
                two versions be one download.\
                """.formatted(FILE_BYTES, BETWEEN.toMillis(), USERS, RATE_BYTES),
                Setup.shared(RATE_BYTES),
                Replace::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            ServedFolder folder = site.setting().folder();
            List<byte[]> versions = List.of(bytes(1), bytes(2), bytes(3));
            for (String name : List.of("renamed.bin", "rewritten.bin")) {
                Files.write(folder.owned(name), versions.getFirst());
            }
            AtomicInteger anew = new AtomicInteger();
            Duration now = Duration.ZERO;
            try (Crowd changing = Crowd.endless(1, now, number -> change(folder, versions, number));
                    Crowd first = Crowd.endless(USERS, now, n -> download(site, "renamed.bin", versions, n, anew));
                    Crowd other = Crowd.endless(USERS, now, n -> download(site, "rewritten.bin", versions, n, anew))) {
                Thread.sleep(Duration.ofSeconds(site.sizes().seconds));
                site.say("replaced", first.await(Duration.ZERO));
                site.say("rewritten", other.await(Duration.ZERO));
                found.measured("changes", changing.counted("changed"), "");
                found.atLeast("replaced: whole", first.counted(Fetch.WHOLE), 1, "");
                found.exactly("replaced: short", first.counted(Fetch.SHORT), 0);
                found.exactly("replaced: other bytes", first.counted(Fetch.MIXED), 0);
                found.atLeast("the rest was asked for, and the file sent anew", anew.get(), 1, "");
                found.measured("rewritten: whole", other.counted(Fetch.WHOLE), "");
                found.atLeast("rewritten: broken off", other.counted(Fetch.SHORT), 1, "");
                found.exactly("rewritten: other bytes", other.counted(Fetch.MIXED), 0);
                found.errors(first.except("still under way", Fetch.WHOLE, Fetch.SHORT, Fetch.MIXED));
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
        private static final String FILE =
                "GET /files/root.bin HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\n\r\n";
        private static final int CLIENT = 100_000;

        static final Storm STORM = Storm.of(
                "The folder of files is gone, and comes back (A02)",
                """
                %d clients download %,d bytes at %,d B/s; meanwhile the folder is moved away for %d s. Who has begun gets every \
                byte. Who asks then is told 404 or 503, health is down, and both are well within a second of its return.\
                """.formatted(OPEN, FILE_BYTES, RATE_BYTES, AWAY.toSeconds()),
                Setup.shared(RATE_BYTES),
                Root::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            Path root = site.setting().folder().root();
            Path elsewhere = root.resolveSibling(root.getFileName() + "-away");
            try (Crowd crowd = Fetch.crowd(site, 0, OPEN, Duration.ofSeconds(1), "root.bin", FILE_BYTES);
                    Crowd asking = Crowd.endless(1, Duration.ZERO, number -> ask(site, elsewhere, number))) {
                site.reaches("weir.downloads.active", OPEN, PATIENCE);
                double down;
                Files.move(root, elsewhere);
                try {
                    down = millisUntil(() -> health(site) == 503);
                    Thread.sleep(AWAY);
                } finally {
                    Files.move(elsewhere, root);
                }
                double served = millisUntil(() -> Wire.status(site.address(), CLIENT, FILE) == 206);
                double up = served + millisUntil(() -> health(site) == 200);
                crowd.await(PATIENCE);
                found.exactly("downloads that had begun", crowd.counted(Fetch.WHOLE), OPEN);
                found.atMost("health is down after", down, MOST_MILLIS, "ms");
                long told = asking.counted("away: 404") + asking.counted("away: 503");
                found.atLeast("meanwhile told 404 or 503", told, 1, "");
                found.atMost("a file is there again after", served, MOST_MILLIS, "ms");
                found.atMost("health is up again after", up, MOST_MILLIS, "ms");
                found.errors(asking.except("away: 404", "away: 503", "there: 206", "on the way"));
            }
        }

        /** By whether the folder was away before and after. */
        private static String ask(Site site, Path elsewhere, int number) throws IOException, InterruptedException {
            Thread.sleep(20);
            boolean before = Files.exists(elsewhere);
            int status = Wire.status(site.address(), CLIENT + 1 + number, FILE);
            return before != Files.exists(elsewhere) ? "on the way" : (before ? "away: " : "there: ") + status;
        }

        private static int health(Site site) throws IOException {
            return Wire.status(site.management(), CLIENT, Wire.get("/actuator/health"));
        }

        /** Asks until it is so; infinite when it does not come to be. */
        private static double millisUntil(Waiting.Condition<IOException> condition) throws InterruptedException {
            long startNanos = System.nanoTime();
            boolean came = Waiting.holds(AWAY, () -> {
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
