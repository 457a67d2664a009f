package dev.weir.events;

import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Appends the events that clients publish, once for each {@code Idempotency-Key}. Thread-safe. */
public interface Publisher {
    /** How long a repeat with the same key gets the id of the first. */
    Duration REMEMBERED = Duration.ofMinutes(5);

    /** The most characters of a key. */
    int LONGEST_KEY = 255;

    /**
     * Appends an event, unless this client has published one with the same key within {@link #REMEMBERED}. Does not wait
     * for another process.
     *
     * @param idempotencyKey null for none
     * @return the id of the earlier event, or of the new one, when it cannot be lost any more; fails with a {@link
     *     RefusedException} when it may not have been appended
     * @throws RefusedException when the key is blank or too long
     */
    CompletableFuture<String> publish(Client client, Publication what, @Nullable String idempotencyKey);

    /** Refuses a key that is blank or too long. */
    static void check(@Nullable String idempotencyKey) {
        if (idempotencyKey != null && (idempotencyKey.isBlank() || idempotencyKey.length() > LONGEST_KEY)) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }
}
