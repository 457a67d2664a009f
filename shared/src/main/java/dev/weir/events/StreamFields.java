package dev.weir.events;

import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** What goes with events over HTTP: header fields, and what is said at the beginning and end of a stream. */
public final class StreamFields {
    /** Nobody may keep it, change it or wait until there is more of it. */
    public static final Map<String, String> STREAM = Map.of(
            "Content-Type", "text/event-stream",
            "Cache-Control", "no-store, no-transform",
            "X-Accel-Buffering", "no");

    private static final int SOON_MILLIS = 1_000;
    private static final int LATE_MILLIS = 5_000;

    private StreamFields() {}

    /** A last frame: come again, though not all at once. */
    public static byte[] comeBack() {
        return ("retry: " + comeBackMillis() + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The same as a number, another one for each client. */
    public static int comeBackMillis() {
        return ThreadLocalRandom.current().nextInt(SOON_MILLIS, LATE_MILLIS);
    }

    /** Whether the refusal is one that ends by itself. */
    public static boolean isToComeBack(Problem problem) {
        return problem.status() == 429 || problem.status() == 503;
    }

    /** Of the answer to a poll. */
    public static Map<String, String> next(Batch batch) {
        Map<String, String> always = Map.of("Cache-Control", "no-store", "Weir-Cursor", batch.cursor());
        return batch.size() == 0
                ? always
                : Map.of(
                        "Cache-Control", "no-store", "Weir-Cursor", batch.cursor(), "Content-Type", "application/json");
    }
}
