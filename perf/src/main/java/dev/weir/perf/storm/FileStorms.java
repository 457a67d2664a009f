package dev.weir.perf.storm;

import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Checks;
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

/** {@link Storm}s that change or remove files while clients download them. */
final class FileStorms {
    static final class Replace {
        private static final int USERS = 50;
        private static final int FILE_BYTES = 512 << 10;
        private static final long RATE_BYTES = 512 << 10;
        private static final Duration BETWEEN = Duration.ofMillis(150);

        static final Storm STORM = Storm.of(
                "Files that change while they are sent (D06, D10)",
                """
                Every %2$d ms a rename replaces one file of %1$,d bytes by another version, and a second file is rewritten in \
                place. For --seconds %3$d clients download each of them at %4$,d B/s. Every third client leaves in the middle \
                and asks for the rest with Range and If-Range. A download of the replaced file must be whole; one of the \
                rewritten file may be short. No download may contain bytes of two versions.\
                """.formatted(FILE_BYTES, BETWEEN.toMillis(), USERS, RATE_BYTES),
                Storm.shared(RATE_BYTES),
                Replace::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            ServedFolder folder = stage.setting.folder();
            List<byte[]> versions = List.of(bytes(1), bytes(2), bytes(3));
            for (String name : List.of("renamed.bin", "rewritten.bin")) {
                Files.write(folder.owned(name), versions.getFirst());
            }
            AtomicInteger anew = new AtomicInteger();
            Duration now = Duration.ZERO;
            try (Crowd changing = Crowd.endless(1, now, number -> change(folder, versions, number));
                    Crowd first = Crowd.endless(USERS, now, n -> download(stage, "renamed.bin", versions, n, anew));
                    Crowd other = Crowd.endless(USERS, now, n -> download(stage, "rewritten.bin", versions, n, anew))) {
                Thread.sleep(Duration.ofSeconds(stage.sizes.seconds));
                stage.say("replaced", first.await(Duration.ZERO));
                stage.say("rewritten", other.await(Duration.ZERO));
                checks.measured("changes", changing.counted("changed"), "");
                checks.atLeast("replaced: whole", first.counted(Fetch.WHOLE), 1, "");
                checks.exactly("replaced: short", first.counted(Fetch.SHORT), 0);
                checks.exactly("replaced: other bytes", first.counted(Fetch.MIXED), 0);
                checks.atLeast("requests for the rest that got the new version", anew.get(), 1, "");
                checks.measured("rewritten: whole", other.counted(Fetch.WHOLE), "");
                checks.atLeast("rewritten: broken off", other.counted(Fetch.SHORT), 1, "");
                checks.exactly("rewritten: other bytes", other.counted(Fetch.MIXED), 0);
                checks.errors(first.except(Crowd.UNDER_WAY, Fetch.WHOLE, Fetch.SHORT, Fetch.MIXED));
            }
        }

        private static String download(Stage stage, String file, List<byte[]> versions, int number, AtomicInteger anew)
                throws IOException {
            Fetch fetch = new Fetch("/files/" + file, versions);
            String outcome = Fetch.SHORT;
            if (number % 3 == 0) {
                try (RawSocket socket = RawSocket.open(stage, number)) {
                    outcome = fetch.get(socket, FILE_BYTES / 2);
                }
            }
            if (outcome.equals(Fetch.SHORT)) {
                try (RawSocket socket = RawSocket.open(stage, number)) {
                    outcome = fetch.get(socket, Long.MAX_VALUE);
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
            new SplittableRandom(20260120 + version).nextBytes(bytes);
            return bytes;
        }
    }

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
                "The served folder disappears and comes back (A02)",
                """
                %d clients download %,d bytes at %,d B/s. Meanwhile the folder is moved away for %d s. Downloads that have \
                begun get every byte. New requests are answered with 404 or 503, and health is down. Both recover within a \
                second of the folder's return.\
                """.formatted(OPEN, FILE_BYTES, RATE_BYTES, AWAY.toSeconds()),
                Storm.shared(RATE_BYTES),
                Root::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            Path root = stage.setting.folder().root();
            Path elsewhere = root.resolveSibling(root.getFileName() + "-away");
            try (Crowd crowd = Fetch.crowd(stage, 0, OPEN, Duration.ofSeconds(1), "root.bin", FILE_BYTES);
                    Crowd asking = Crowd.endless(1, Duration.ZERO, number -> ask(stage, elsewhere, number))) {
                stage.reaches("weir.downloads.active", OPEN, PATIENCE);
                double down;
                Files.move(root, elsewhere);
                try {
                    down = millisUntil(() -> health(stage) == 503);
                    Thread.sleep(AWAY);
                } finally {
                    Files.move(elsewhere, root);
                }
                double served = millisUntil(() -> RawSocket.status(stage.address(), CLIENT, FILE) == 206);
                double up = served + millisUntil(() -> health(stage) == 200);
                crowd.await(PATIENCE);
                checks.exactly("downloads that had begun", crowd.counted(Fetch.WHOLE), OPEN);
                checks.atMost("time until health was down", down, MOST_MILLIS, "ms");
                long refused = asking.counted("away: 404") + asking.counted("away: 503");
                checks.atLeast("meanwhile answered with 404 or 503", refused, 1, "");
                checks.atMost("time until a file was served again", served, MOST_MILLIS, "ms");
                checks.atMost("time until health was up again", up, MOST_MILLIS, "ms");
                checks.errors(asking.except("away: 404", "away: 503", "there: 206", "moving"));
            }
        }

        /**
         * Asks for a file. Returns the answer's status, and whether the folder was away or there at that time. If the
         * folder was moved during the request, returns only that.
         */
        private static String ask(Stage stage, Path elsewhere, int number) throws IOException, InterruptedException {
            Thread.sleep(20);
            boolean before = Files.exists(elsewhere);
            int status = RawSocket.status(stage.address(), CLIENT + 1 + number, FILE);
            return before != Files.exists(elsewhere) ? "moving" : (before ? "away: " : "there: ") + status;
        }

        private static int health(Stage stage) throws IOException {
            return RawSocket.status(stage.management(), CLIENT, RawSocket.get("/actuator/health"));
        }

        private static double millisUntil(Waiting.Condition<IOException> condition) throws InterruptedException {
            long startNanos = System.nanoTime();
            boolean held = Waiting.holds(AWAY, () -> {
                try {
                    return condition.holds();
                } catch (IOException e) {
                    System.err.println("weir: " + e.getMessage());
                    return false;
                }
            });
            return held ? (System.nanoTime() - startNanos) / 1e6 : Double.POSITIVE_INFINITY;
        }
    }
}
