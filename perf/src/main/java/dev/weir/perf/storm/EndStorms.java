package dev.weir.perf.storm;

import dev.weir.perf.result.Checks;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** {@link Storm}s that end the server process with SIGKILL or SIGTERM while clients download. */
final class EndStorms {
    private static final int DOWNLOADS = 1_000;

    static final class Kill {
        private static final int FILE_BYTES = 2 << 20;
        private static final long RATE_BYTES = 128 << 10;
        private static final Duration AGAIN = Duration.ofMillis(300);
        private static final Duration PATIENCE = Duration.ofMinutes(3);

        static final Storm STORM = Storm.of(
                "The server is killed during a thousand downloads (D16)",
                """
                %,d clients download %,d bytes at %,d B/s each. All of them begin, or as many as the server has \
                threads for. After a third of a download's time, SIGKILL ends the server. It is started again on the \
                same port. A client whose connection breaks asks again every %d ms, with Range and If-Range. Every \
                byte of all parts is compared, which is stricter than a digest.\
                """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES, AGAIN.toMillis()),
                Storm.shared(RATE_BYTES),
                Kill::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            List<byte[]> file =
                    List.of(stage.target("kill.bin", FILE_BYTES).body().bytes());
            AtomicInteger resumed = new AtomicInteger();
            AtomicInteger anew = new AtomicInteger();
            long endNanos = System.nanoTime() + PATIENCE.toNanos();
            try (Crowd crowd = Crowd.of(DOWNLOADS, Duration.ofSeconds(2), number -> {
                Fetch fetch = new Fetch("/files/kill.bin", file);
                String outcome = Fetch.SHORT;
                while (System.nanoTime() - endNanos < 0 && outcome.equals(Fetch.SHORT)) {
                    try (RawSocket socket = RawSocket.open(stage, number)) {
                        outcome = fetch.get(socket, Long.MAX_VALUE);
                    } catch (IOException _) {
                        Thread.sleep(AGAIN);
                    }
                }
                resumed.addAndGet(fetch.resumed());
                anew.addAndGet(fetch.anew());
                return outcome;
            })) {
                int together = Math.min(DOWNLOADS, stage.contender.listeners(DOWNLOADS, ServerPlan.POOL));
                var _ = stage.reaches("weir.downloads.active", together, Duration.ofSeconds(10));
                Thread.sleep(Duration.ofSeconds(FILE_BYTES / RATE_BYTES / 3));
                stage.server().close();
                long killedNanos = System.nanoTime();
                stage.restart();
                double downSeconds = (System.nanoTime() - killedNanos) / 1e9;
                stage.say("downloads", crowd.await(PATIENCE));
                checks.exactly("ended with the right bytes", crowd.counted(Fetch.WHOLE), DOWNLOADS);
                checks.atLeast("continued by a 206 answer", resumed.get(), 1, "times");
                checks.exactly("sent from the beginning although the file is the same", anew.get(), 0);
                checks.measured("time without a server", downSeconds, "s");
                checks.errors(crowd.except(Fetch.WHOLE));
            }
        }
    }

    static final class Term {
        private static final int FILE_BYTES = 1 << 20;
        private static final long RATE_BYTES = 64 << 10;
        /**
         * The number of downloads, and of event streams, if each occupies a thread. The server's pool of 200 threads
         * then has free threads.
         */
        private static final int THREADS_EACH = 80;

        private static final Duration TO_COME = Duration.ofSeconds(40);
        private static final Duration GRACE = Duration.ofSeconds(30);
        private static final Duration SPARE = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofMinutes(2);
        private static final String TOLD = "told to come back";

        static final Storm STORM = Storm.of(
                "The server is asked to end (A03)",
                """
                %,d clients download %,d bytes at %,d B/s each, and --sockets clients subscribe to events. If each \
                client occupies a thread of the server's pool, there are only %d of either kind. Then the server gets \
                SIGTERM and has %d s to end. Every byte is compared. Every stream must receive retry: before it ends.\
                """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES, THREADS_EACH, GRACE.toSeconds()),
                Storm.shared(RATE_BYTES),
                Term::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            boolean few = stage.contender.holdsThread();
            int downloads = few ? THREADS_EACH : DOWNLOADS;
            int streams = few ? THREADS_EACH : stage.sizes.sockets;
            try (Crowd listening = Crowd.of(streams, Duration.ofSeconds(4), number -> listen(stage, number))) {
                boolean heard = stage.reaches("weir.events.subscribers", streams, TO_COME);
                try (Crowd downloading =
                        Fetch.crowd(stage, streams, downloads, Duration.ofSeconds(1), "term.bin", FILE_BYTES)) {
                    boolean asked = stage.reaches("weir.downloads.active", downloads, TO_COME);
                    double ended = stage.server().terminate(PATIENCE).orElse(Double.POSITIVE_INFINITY);
                    Map<String, Long> streamed = listening.await(SPARE);
                    Map<String, Long> downloaded = downloading.await(SPARE);
                    stage.say("streams", streamed);
                    stage.say("downloads", downloaded);
                    long left =
                            downloaded.getOrDefault(Crowd.UNDER_WAY, 0L) + streamed.getOrDefault(Crowd.UNDER_WAY, 0L);
                    checks.holds("all clients had come", heard && asked);
                    checks.atMost(
                            "SIGTERM until the process ended",
                            ended,
                            GRACE.plus(SPARE).toSeconds(),
                            "s");
                    checks.exactly("streams told to come back", listening.counted(TOLD), streams);
                    checks.measured("downloads that ended well", downloading.counted(Fetch.WHOLE), "");
                    checks.exactly("downloads with other bytes", downloading.counted(Fetch.MIXED), 0);
                    checks.exactly(Crowd.UNDER_WAY, left, 0);
                }
            }
        }

        private static String listen(Stage stage, int number) throws IOException {
            try (RawSocket socket = RawSocket.open(stage, number)) {
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
    }
}
