package dev.weir.events.http;

import dev.weir.events.Batch;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Header fields of event streams and polls, and the last frame of a stream. */
public final class StreamFields {
    /** No cache may store a stream, change it, or wait for more of it. */
    public static final Map<String, String> STREAM = Map.of(
            "Content-Type", "text/event-stream",
            "Cache-Control", "no-store, no-transform",
            "X-Accel-Buffering", "no");

    private static final int SOON_MILLIS = 1_000;
    private static final int LATE_MILLIS = 5_000;

    private StreamFields() {}

    /**
     * The last frame: tells a client to reconnect after one to five seconds. The time is random, so that not all
     * clients come at once.
     */
    public static byte[] comeBack() {
        return ("retry: " + comeBackMillis() + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The reconnection time in milliseconds, which the last frame of a stream carries in its {@code retry} field. It is
     * random, so that the clients do not all reconnect at once.
     */
    public static int comeBackMillis() {
        return ThreadLocalRandom.current().nextInt(SOON_MILLIS, LATE_MILLIS);
    }

    /** Whether a refused client should try again by itself. */
    public static boolean isToComeBack(Problem problem) {
        return problem.status() == 429 || problem.status() == 503;
    }

    /** The status of the answer to a poll. */
    public static int status(Batch batch) {
        return batch.size() == 0 ? 204 : 200;
    }

    /** Header fields of the answer to a poll. */
    public static Map<String, String> next(Batch batch) {
        Map<String, String> always = Map.of("Cache-Control", "no-store", "Weir-Cursor", batch.cursor());
        return batch.size() == 0
                ? always
                : Map.of(
                        "Cache-Control", "no-store", "Weir-Cursor", batch.cursor(), "Content-Type", "application/json");
    }
}
