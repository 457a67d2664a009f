package dev.weir.perf.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Opens thousands of connections and resets them, in the middle of this and that: nothing may be left of them. */
final class ResetFault {
    private static final int TIMES = 4;
    private static final int A_SECOND = 1_000;
    private static final int ADDRESSES = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final double MOST_MEGABYTES = 2;
    private static final int SPARE = 5;

    /** What each fourth client sends before it leaves; the first sends nothing. */
    private static final List<String> BEGINNINGS = List.of(
            "",
            "GET /files/huge.bin HTT",
            "GET /files/huge.bin HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");

    static final String DESCRIPTION = """
        %d times --sockets connections from %d addresses, %,d a second, are opened and reset: with nothing sent, in the \
        middle of a head, in a download, in a stream of events. The same was done before anything was counted. Then \
        heap after full collections, descriptors and threads are looked at, for at most %d s.\
        """.formatted(TIMES, ADDRESSES, A_SECOND, PATIENCE.toSeconds());

    private ResetFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int count = TIMES * setting.sizes().sockets();
        try (Site site = Site.open(setting, Part.RESET, 0)) {
            site.target("huge.bin", 64 << 20);
            storm(site, count);
            int before = site.descriptorsDownTo(0, Duration.ofSeconds(20));
            double heap = site.server().memory().liveHeapBytes().orElseThrow() / 1e6;
            int threads = site.server().kernelUsage().threads();
            Map<String, Long> outcomes = storm(site, count);
            System.out.printf("%s: %s%n", site.contender(), outcomes);
            int after = site.descriptorsDownTo(before, PATIENCE);
            double more = site.server().memory().liveHeapBytes().orElseThrow() / 1e6 - heap;
            return site.found(
                    Part.RESET,
                    List.of(
                            Figure.atLeast("opened and reset", (double) outcomes.getOrDefault("reset", 0L), count, ""),
                            Figure.told("descriptors before", before, ""),
                            Figure.atMost("descriptors after", after, before + SPARE, ""),
                            Figure.told("live heap before", heap, "MB"),
                            Figure.atMost("live heap after, more", more, MOST_MEGABYTES, "MB"),
                            Figure.told("threads before", threads, ""),
                            Figure.atMost(
                                    "threads after", site.server().kernelUsage().threads(), threads + SPARE, "")),
                    Map.of());
        }
    }

    private static Map<String, Long> storm(Site site, int count) throws InterruptedException {
        try (Crowd crowd =
                Crowd.of(count, Duration.ofMillis(1_000L * count / A_SECOND), number -> reset(site, number))) {
            return crowd.await(Duration.ofSeconds(2L * count / A_SECOND + 30));
        }
    }

    /** Sends something, waits for the beginning of an answer where there is to be one, and is gone. */
    static String reset(Site site, int number) throws IOException {
        Wire wire = Wire.open(site, number % ADDRESSES, 4 << 10);
        try {
            String beginning = BEGINNINGS.get(number % BEGINNINGS.size());
            wire.send(beginning);
            if (beginning.endsWith("\r\n\r\n")) {
                wire.head();
            }
        } finally {
            wire.reset();
        }
        return "reset";
    }
}
