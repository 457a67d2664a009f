package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Fetch;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers that end, by SIGKILL or SIGTERM, while clients download. */
final class EndStorms {
    private static final int DOWNLOADS = 1_000;
    private static final String UNDER_WAY = "still under way";

    private EndStorms() {}

    /** Kills the server while a thousand download, and starts it again: all end with the right bytes. */
    static final class Kill {
        private static final int FILE_BYTES = 2 << 20;
        private static final long RATE_BYTES = 128 << 10;
        private static final Duration RAMP = Duration.ofSeconds(2);
        private static final int THREADS = 200;
        private static final Duration TO_COME = Duration.ofSeconds(10);
        private static final Duration AGAIN = Duration.ofMillis(300);
        private static final Duration PATIENCE = Duration.ofMinutes(3);

        static final Storm STORM = Storm.of(
                "The server is killed while a thousand download (D16)",
                """
                %,d clients download %,d bytes at %,d B/s each. When all have begun, or as many as have a thread, and a third of their time is over, the server is killed by \
                SIGKILL, and started again on the same port. A client whose connection breaks asks again every %d ms, by \
                Range and If-Range. Every byte is compared, those of all parts together (stricter than a digest).\
                """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES, AGAIN.toMillis()),
                Setup.shared(RATE_BYTES),
                Kill::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            List<byte[]> file =
                    List.of(site.target("kill.bin", FILE_BYTES).body().bytes());
            AtomicInteger resumed = new AtomicInteger();
            AtomicInteger anew = new AtomicInteger();
            long endNanos = System.nanoTime() + PATIENCE.toNanos();
            try (Crowd crowd = Crowd.of(DOWNLOADS, RAMP, number -> {
                Fetch fetch = new Fetch("/files/kill.bin", file);
                String outcome = Fetch.SHORT;
                while (System.nanoTime() - endNanos < 0 && outcome.equals(Fetch.SHORT)) {
                    try (Wire wire = Wire.open(site, number)) {
                        outcome = fetch.get(wire, Long.MAX_VALUE);
                    } catch (IOException _) {
                        Thread.sleep(AGAIN);
                    }
                }
                resumed.addAndGet(fetch.resumed());
                anew.addAndGet(fetch.anew());
                return outcome;
            })) {
                int together = Math.min(DOWNLOADS, site.contender().listeners(DOWNLOADS, THREADS));
                var _ = site.reaches("weir.downloads.active", together, TO_COME);
                Thread.sleep(Duration.ofSeconds(FILE_BYTES / RATE_BYTES / 3));
                site.kill();
                long killedNanos = System.nanoTime();
                site.restart();
                double downSeconds = (System.nanoTime() - killedNanos) / 1e9;
                site.say("downloads", crowd.await(PATIENCE));
                found.exactly("ended with the right bytes", crowd.counted(Fetch.WHOLE), DOWNLOADS);
                found.atLeast("went on with 206", resumed.get(), 1, "times");
                found.exactly("had to begin again, though the file is the same", anew.get(), 0);
                found.measured("the server was away", downSeconds, "s");
                found.errors(crowd.except(Fetch.WHOLE));
            }
        }
    }

    /** Ends the server by SIGTERM while clients download and listen: downloads end well or are broken off, streams are told. */
    static final class Term {
        private static final int FILE_BYTES = 1 << 20;
        private static final long RATE_BYTES = 64 << 10;
        /** Of a pool of 200, where each who waits holds a thread. */
        private static final int THREADS_EACH = 80;

        private static final Duration RAMP = Duration.ofSeconds(4);
        private static final Duration TO_COME = Duration.ofSeconds(40);
        /** Spring Boot's own, which Weir leaves as it is. */
        private static final Duration GRACE = Duration.ofSeconds(30);

        private static final Duration SPARE = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofMinutes(2);
        private static final String TOLD = "told to come back";

        static final Storm STORM = Storm.of(
                "The server is asked to end (A03)",
                """
                %,d clients download %,d bytes at %,d B/s each, and --sockets clients listen to events (%d of each, where each \
                holds a thread of the pool). Then the server gets SIGTERM, and has %d s. Every byte is compared; a stream must \
                be told retry: before it ends.\
                """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES, THREADS_EACH, GRACE.toSeconds()),
                Setup.shared(RATE_BYTES),
                Term::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            boolean few = site.contender().holdsThread();
            int downloads = few ? THREADS_EACH : DOWNLOADS;
            int streams = few ? THREADS_EACH : site.sizes().sockets;
            try (Crowd listening = Crowd.of(streams, RAMP, number -> listen(site, number))) {
                boolean heard = site.reaches("weir.events.subscribers", streams, TO_COME);
                try (Crowd downloading =
                        Fetch.crowd(site, streams, downloads, Duration.ofSeconds(1), "term.bin", FILE_BYTES)) {
                    boolean asked = site.reaches("weir.downloads.active", downloads, TO_COME);
                    OptionalDouble seconds = site.server().terminate(PATIENCE);
                    var streamed = listening.await(SPARE);
                    var downloaded = downloading.await(SPARE);
                    site.say("streams", streamed);
                    site.say("downloads", downloaded);
                    found.holds("all had come", heard && asked);
                    double ended = seconds.orElse(Double.POSITIVE_INFINITY);
                    found.atMost(
                            "the process ended after", ended, GRACE.plus(SPARE).toSeconds(), "s");
                    found.exactly("streams that were told", listening.counted(TOLD), streams);
                    found.measured("downloads that ended well", downloading.counted(Fetch.WHOLE), "");
                    found.exactly("downloads with other bytes", downloading.counted(Fetch.MIXED), 0);
                    long left = downloaded.getOrDefault(UNDER_WAY, 0L) + streamed.getOrDefault(UNDER_WAY, 0L);
                    found.exactly(UNDER_WAY, left, 0);
                }
            }
        }

        private static String listen(Site site, int number) throws IOException {
            try (Wire wire = Wire.open(site, number)) {
                wire.send(Wire.get("/events")).head();
                wire.patience(PATIENCE);
                byte[] buffer = new byte[1 << 10];
                boolean told = false;
                for (int read = wire.read(buffer); read >= 0; read = wire.read(buffer)) {
                    told |= new String(buffer, 0, read, StandardCharsets.UTF_8).contains("retry:");
                }
                return told ? TOLD : "ended without a word";
            }
        }
    }
}
