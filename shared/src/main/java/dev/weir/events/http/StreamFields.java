package dev.weir.events.http;

import dev.weir.events.Batch;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** The header fields of event streams and long polls, and the last frame of an event stream. */
public final class StreamFields {
    /** The header fields of an event stream. Two of them tell proxies not to store, transform or buffer the stream. */
    public static final Map<String, String> STREAM = Map.of(
            "Content-Type", "text/event-stream",
            "Cache-Control", "no-store, no-transform",
            "X-Accel-Buffering", "no");

    private static final int SOON_MILLIS = 1_000;
    private static final int LATE_MILLIS = 5_000;

    private StreamFields() {}

    /** Returns the last frame of an event stream. It tells the client to reconnect after {@link #comeBackMillis}. */
    public static byte[] comeBack() {
        return ("retry: " + comeBackMillis() + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns a random time between one and five seconds, in milliseconds, for the {@code retry} field. Because the
     * time is random, clients do not reconnect simultaneously.
     */
    public static int comeBackMillis() {
        return ThreadLocalRandom.current().nextInt(SOON_MILLIS, LATE_MILLIS);
    }

    /** Returns whether a refused client should reconnect automatically: true for the status 429 or 503. */
    public static boolean isToComeBack(Problem problem) {
        return problem.status() == 429 || problem.status() == 503;
    }

    public static int status(Batch batch) {
        return batch.size() == 0 ? 204 : 200;
    }

    public static Map<String, String> next(Batch batch) {
        Map<String, String> always = Map.of("Cache-Control", "no-store", "Weir-Cursor", batch.cursor());
        return batch.size() == 0
                ? always
                : Map.of(
                        "Cache-Control", "no-store", "Weir-Cursor", batch.cursor(), "Content-Type", "application/json");
    }
}
