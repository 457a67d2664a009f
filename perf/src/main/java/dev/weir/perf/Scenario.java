package dev.weir.perf;

import dev.weir.perf.result.Latency;
import dev.weir.perf.result.Prediction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A closed-loop download scenario: who asks for what, and how long it is watched.
 *
 * @param threads of Tomcat's pool, also the users of the warm-up: so many find a thread on every contender, and every
 *     contender is warmed by the same number of downloads
 * @param unloaded for how long a single user downloads before the load
 * @param settle from the first user of the load to the measured window; longer than a response, so that every download
 *     in the window found all the others there when it started
 * @param window measured, where a response lasts about one download
 * @param queuedWindow measured, where users queue for threads: at least three rounds of their turns
 */
public record Scenario(
        String id,
        String question,
        int users,
        int fileBytes,
        int rateBytes,
        int threads,
        Duration warmUp,
        Duration unloaded,
        Duration settle,
        Duration window,
        Duration queuedWindow) {
    public static final Duration CHUNK_TIME = Duration.ofMillis(100);

    static final Scenario S1 = new Scenario(
            "S1",
            "100 users download 200 KiB at 200 KiB/s from a server with 10 Tomcat threads: who waits?",
            100,
            200 * 1024,
            200 * 1024,
            10,
            Duration.ofSeconds(8),
            Duration.ofMillis(4500),
            Duration.ofSeconds(13),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30));

    /** Start, drain and stop of a server, for the time left. */
    private static final Duration OVERHEAD = Duration.ofSeconds(10);

    public static List<Scenario> all() {
        return List.of(S1);
    }

    public static Scenario of(String id) {
        return all().stream()
                .filter(scenario -> scenario.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scenario " + id));
    }

    public long chunkBytes() {
        return rateBytes * CHUNK_TIME.toMillis() / Duration.ofSeconds(1).toMillis();
    }

    /** How long a download lasts at its rate, with an empty bucket to begin with. */
    public Duration download() {
        return Duration.ofNanos(Duration.ofSeconds(1).toNanos() * fileBytes / rateBytes);
    }

    public Duration windowOf(Contender contender) {
        return queues(contender) ? queuedWindow : window;
    }

    /** What a trial takes, as the plan says it. */
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(warmUp).plus(unloaded).plus(settle).plus(windowOf(contender));
    }

    int threadsOf(Contender contender) {
        return contender.threads(threads, users);
    }

    public Prediction prediction(Contender contender, Latency unloadedResponse, Latency unloadedWait) {
        return queues(contender)
                ? Prediction.threads(users, threadsOf(contender), download().toNanos() / 1e9)
                : Prediction.unloaded(unloadedResponse, unloadedWait);
    }

    /** Blocks of all contenders, each block in an order of its own. */
    static List<Contender> order(List<Contender> contenders, int blocks, long seed) {
        Random random = new Random(seed);
        List<Contender> order = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            List<Contender> shuffled = new ArrayList<>(contenders);
            Collections.shuffle(shuffled, random);
            order.addAll(shuffled);
        }
        return List.copyOf(order);
    }

    private boolean queues(Contender contender) {
        return contender.holdsThread() && threadsOf(contender) < users;
    }
}
