package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Fetch;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers that end, by SIGKILL or SIGTERM, while clients download. */
final class EndFaults {
    private EndFaults() {}

    /** Kills the server while a thousand download, and starts it again: all end with the right bytes. */
    static final class Kill {
        private static final int DOWNLOADS = 1_000;
        private static final int FILE_BYTES = 2 << 20;
        private static final long RATE_BYTES = 128 << 10;
        private static final Duration RAMP = Duration.ofSeconds(2);
        private static final int THREADS = 200;
        private static final Duration TO_COME = Duration.ofSeconds(10);
        private static final Duration AGAIN = Duration.ofMillis(300);
        private static final Duration PATIENCE = Duration.ofMinutes(3);

        static final String DESCRIPTION = """
            %,d clients download %,d bytes at %,d B/s each. When all have begun, or as many as have a thread, and a third of their time is over, the server is killed by \
            SIGKILL, and started again on the same port. A client whose connection breaks asks again every %d ms, by \
            Range and If-Range. Every byte is compared, those of all parts together (stricter than a digest).\
            """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES, AGAIN.toMillis());

        private Kill() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            try (Site site = Site.open(setting, RATE_BYTES)) {
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
                    int together = Math.min(DOWNLOADS, setting.contender().listeners(DOWNLOADS, THREADS));
                    var _ = site.reaches("weir.downloads.active", together, TO_COME);
                    Thread.sleep(Duration.ofSeconds(FILE_BYTES / RATE_BYTES / 3));
                    site.kill();
                    long killedNanos = System.nanoTime();
                    site.restart();
                    double downSeconds = (System.nanoTime() - killedNanos) / 1e9;
                    Map<String, Long> outcomes = crowd.await(PATIENCE);
                    System.out.printf("%s: %s%n", site.contender(), outcomes);
                    return site.found(
                            List.of(
                                    Figure.exactly(
                                            "ended with the right bytes", crowd.counted(Fetch.WHOLE), DOWNLOADS, ""),
                                    Figure.atLeast("went on with 206", resumed.get(), 1, "times"),
                                    Figure.exactly(
                                            "had to begin again, though the file is the same", anew.get(), 0, ""),
                                    Figure.told("the server was away", downSeconds, "s")),
                            crowd.except(Fetch.WHOLE));
                }
            }
        }
    }

    /** Ends the server by SIGTERM while clients download and listen: downloads end well or are broken off, streams are told. */
    static final class Term {
        private static final int DOWNLOADS = 1_000;
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

        static final String DESCRIPTION =
                """
                %,d clients download %,d bytes at %,d B/s each, and --sockets clients listen to events (%d of each, where each \
                holds a thread of the pool). Then the server gets SIGTERM, and has %d s. Every byte is compared; a stream must \
                be told retry: before it ends.\
                """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES, THREADS_EACH, GRACE.toSeconds());

        private Term() {}

        static Figure.Found run(Setting setting) throws IOException, InterruptedException {
            boolean few = setting.contender().holdsThread();
            int downloads = few ? THREADS_EACH : DOWNLOADS;
            int streams = few ? THREADS_EACH : setting.sizes().sockets();
            try (Site site = Site.open(setting, RATE_BYTES)) {
                List<byte[]> file =
                        List.of(site.target("term.bin", FILE_BYTES).body().bytes());
                try (Crowd listening = Crowd.of(streams, RAMP, number -> listen(site, number))) {
                    boolean heard = site.reaches("weir.events.subscribers", streams, TO_COME);
                    try (Crowd downloading = Crowd.of(
                            downloads,
                            Duration.ofSeconds(1),
                            number -> Fetch.once(site, streams + number, "/files/term.bin", file))) {
                        boolean asked = site.reaches("weir.downloads.active", downloads, TO_COME);
                        OptionalDouble seconds = site.server().terminate(PATIENCE);
                        Map<String, Long> streamed = listening.await(SPARE);
                        Map<String, Long> downloaded = new TreeMap<>(downloading.await(SPARE));
                        System.out.printf("%s: streams %s, downloads %s%n", site.contender(), streamed, downloaded);
                        return site.found(
                                List.of(
                                        Figure.exactly("all had come", heard && asked ? 1 : 0, 1, ""),
                                        Figure.atMost(
                                                "the process ended after",
                                                seconds.orElse(Double.POSITIVE_INFINITY),
                                                (double) GRACE.plus(SPARE).toSeconds(),
                                                "s"),
                                        Figure.exactly("streams that were told", listening.counted(TOLD), streams, ""),
                                        Figure.told("downloads that ended well", downloading.counted(Fetch.WHOLE), ""),
                                        Figure.exactly(
                                                "downloads with other bytes", downloading.counted(Fetch.MIXED), 0, ""),
                                        Figure.exactly(
                                                "still under way",
                                                downloaded.getOrDefault("still under way", 0L)
                                                        + streamed.getOrDefault("still under way", 0L),
                                                0,
                                                "")),
                                Map.of());
                    }
                }
            }
        }

        private static String listen(Site site, int number) throws IOException {
            try (Wire wire = Wire.open(site, number)) {
                wire.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n").head();
                wire.patience(PATIENCE);
                byte[] buffer = new byte[1 << 10];
                boolean told = false;
                boolean ended = false;
                while (!ended) {
                    int read = wire.read(buffer);
                    ended = read < 0;
                    told |= read > 0 && new String(buffer, 0, read, StandardCharsets.UTF_8).contains("retry:");
                }
                return told ? TOLD : "ended without a word";
            }
        }
    }
}
