package dev.weir.resilience.storm;

import dev.weir.perf.load.Waiting;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Stress tests ({@link Storm}) that end the server's process or move its files away while clients download. */
final class EndStorms {
    private static final int DOWNLOADS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration AWAY = Duration.ofSeconds(5);
    private static final String TOLD = "told to come back";
    private static final String ROOT = "GET /files/root.bin HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\n\r\n";
    private static final int ASKING_CLIENT = 100_000;

    static Storm kill() {
        int fileBytes = 2 << 20;
        long rateBytes = 128 << 10;
        Duration again = Duration.ofMillis(300);
        Duration patience = Duration.ofMinutes(3);
        String description = """
            %,d clients download %,d bytes at %,d B/s each. All of them begin, or as many as the server has \
            threads for. After a third of a download's time, SIGKILL ends the server. It is started again on the \
            same port. A client whose connection breaks asks again every %d ms, with Range and If-Range. Every \
            byte of all parts is compared, which is stricter than a digest.\
            """.formatted(DOWNLOADS, fileBytes, rateBytes, again.toMillis());
        return new Storm("The server is killed during a thousand downloads (D16)", description, (stage, checks) -> {
            stage.serve(Storm.shared(rateBytes));
            List<byte[]> file =
                    List.of(stage.target("kill.bin", fileBytes).body().bytes());
            AtomicInteger resumed = new AtomicInteger();
            AtomicInteger anew = new AtomicInteger();
            long endNanos = System.nanoTime() + patience.toNanos();
            try (Crowd crowd = Crowd.of(DOWNLOADS, Duration.ofSeconds(2), number -> {
                Fetch fetch = new Fetch("/files/kill.bin", file);
                String outcome = Fetch.SHORT;
                while (System.nanoTime() - endNanos < 0 && outcome.equals(Fetch.SHORT)) {
                    try (RawSocket socket = stage.connect(number)) {
                        outcome = fetch.get(socket, Long.MAX_VALUE);
                    } catch (IOException _) {
                        Thread.sleep(again);
                    }
                }
                resumed.addAndGet(fetch.resumed());
                anew.addAndGet(fetch.anew());
                return outcome;
            })) {
                int together = Math.min(DOWNLOADS, stage.contender.listeners(DOWNLOADS, ServerPlan.POOL));
                var _ = stage.reaches("weir.downloads.active", together, Duration.ofSeconds(10));
                Thread.sleep(Duration.ofSeconds(fileBytes / rateBytes / 3));
                stage.server().close();
                long killedNanos = System.nanoTime();
                stage.restart();
                double downSeconds = (System.nanoTime() - killedNanos) / 1e9;
                stage.say("downloads", crowd.await(patience));
                checks.exactly("ended with the right bytes", crowd.counted(Fetch.WHOLE), DOWNLOADS);
                checks.atLeast("continued by a 206 answer", resumed.get(), 1, "times");
                checks.exactly("sent from the beginning although the file is the same", anew.get(), 0);
                checks.measured("time without a server", downSeconds, "s");
                checks.errors(crowd.except(Fetch.WHOLE));
            }
        });
    }

    static Storm term() {
        int fileBytes = 1 << 20;
        long rateBytes = 64 << 10;
        // The server's pool of 200 threads has free threads, if each download and each event stream occupies one.
        int threadsEach = 80;
        Duration toCome = Duration.ofSeconds(40);
        Duration grace = Duration.ofSeconds(30);
        Duration spare = Duration.ofSeconds(5);
        String description = """
            %,d clients download %,d bytes at %,d B/s each, and --sockets clients subscribe to events. If each \
            client occupies a thread of the server's pool, there are only %d of either kind. Then the server gets \
            SIGTERM and has %d s to end. Every byte is compared. Every stream must receive retry: before it ends.\
            """.formatted(DOWNLOADS, fileBytes, rateBytes, threadsEach, grace.toSeconds());
        return new Storm("The server is asked to end (A03)", description, (stage, checks) -> {
            stage.serve(Storm.shared(rateBytes));
            boolean few = stage.contender.holdsThread();
            int downloads = few ? threadsEach : DOWNLOADS;
            int streams = few ? threadsEach : stage.sizes.sockets;
            try (Crowd listening = Crowd.of(streams, Duration.ofSeconds(4), number -> listen(stage, number))) {
                boolean heard = stage.reaches("weir.events.subscribers", streams, toCome);
                try (Crowd downloading =
                        Fetch.crowd(stage, streams, downloads, Duration.ofSeconds(1), "term.bin", fileBytes)) {
                    boolean asked = stage.reaches("weir.downloads.active", downloads, toCome);
                    double ended = stage.server().terminate(PATIENCE).orElse(Double.POSITIVE_INFINITY);
                    Map<String, Long> streamed = listening.await(spare);
                    Map<String, Long> downloaded = downloading.await(spare);
                    stage.say("streams", streamed);
                    stage.say("downloads", downloaded);
                    long left =
                            downloaded.getOrDefault(Crowd.UNDER_WAY, 0L) + streamed.getOrDefault(Crowd.UNDER_WAY, 0L);
                    double most = grace.plus(spare).toSeconds();
                    checks.holds("all clients had come", heard && asked);
                    checks.atMost("SIGTERM until the process ended", ended, most, "s");
                    checks.exactly("streams told to come back", listening.counted(TOLD), streams);
                    checks.measured("downloads that ended well", downloading.counted(Fetch.WHOLE), "");
                    checks.exactly("downloads with other bytes", downloading.counted(Fetch.MIXED), 0);
                    checks.exactly(Crowd.UNDER_WAY, left, 0);
                }
            }
        });
    }

    private static String listen(Stage stage, int number) throws IOException {
        try (RawSocket socket = stage.connect(number)) {
            socket.send(RawSocket.get("/events")).head();
            socket.patience(PATIENCE);
            byte[] buffer = new byte[1 << 10];
            boolean told = false;
            for (int read = socket.read(buffer); read >= 0; read = socket.read(buffer)) {
                told |= new String(buffer, 0, read, StandardCharsets.UTF_8).contains("retry:");
            }
            return told ? TOLD : "ended without retry:";
        }
    }

    static Storm root() {
        int open = 50;
        int fileBytes = 2 << 20;
        long rateBytes = 128 << 10;
        double mostMillis = 1_000;
        String description = """
            %d clients download %,d bytes at %,d B/s. Meanwhile the folder is moved away for %d s. Downloads that have \
            begun get every byte. New requests are answered with 404 or 503, and health is down. Both recover within a \
            second of the folder's return.\
            """.formatted(open, fileBytes, rateBytes, AWAY.toSeconds());
        return new Storm("The served folder disappears and comes back (A02)", description, (stage, checks) -> {
            stage.serve(Storm.shared(rateBytes));
            Path root = stage.setting.folder().root();
            Path elsewhere = root.resolveSibling(root.getFileName() + "-away");
            try (Crowd crowd = Fetch.crowd(stage, 0, open, Duration.ofSeconds(1), "root.bin", fileBytes);
                    Crowd asking = Crowd.endless(1, Duration.ZERO, number -> ask(stage, elsewhere, number))) {
                stage.reaches("weir.downloads.active", open, PATIENCE);
                double down;
                Files.move(root, elsewhere);
                try {
                    down = millisUntil(() -> health(stage) == 503);
                    Thread.sleep(AWAY);
                } finally {
                    Files.move(elsewhere, root);
                }
                double served = millisUntil(() -> RawSocket.status(stage.address(), ASKING_CLIENT, ROOT) == 206);
                double up = served + millisUntil(() -> health(stage) == 200);
                crowd.await(PATIENCE);
                checks.exactly("downloads that had begun", crowd.counted(Fetch.WHOLE), open);
                checks.atMost("time until health was down", down, mostMillis, "ms");
                long refused = asking.counted("away: 404") + asking.counted("away: 503");
                checks.atLeast("meanwhile answered with 404 or 503", refused, 1, "");
                checks.atMost("time until a file was served again", served, mostMillis, "ms");
                checks.atMost("time until health was up again", up, mostMillis, "ms");
                checks.errors(asking.except("away: 404", "away: 503", "there: 206", "moving"));
            }
        });
    }

    private static String ask(Stage stage, Path elsewhere, int number) throws IOException, InterruptedException {
        Thread.sleep(20);
        boolean before = Files.exists(elsewhere);
        int status = RawSocket.status(stage.address(), ASKING_CLIENT + 1 + number, ROOT);
        return before != Files.exists(elsewhere) ? "moving" : (before ? "away: " : "there: ") + status;
    }

    private static int health(Stage stage) throws IOException {
        return RawSocket.status(stage.management(), ASKING_CLIENT, RawSocket.get("/actuator/health"));
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
