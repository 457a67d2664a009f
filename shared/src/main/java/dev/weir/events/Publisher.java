package dev.weir.events;

import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Appends the events that clients publish. A repeated {@code Idempotency-Key} appends no second event. Thread-safe. */
public interface Publisher {
    /** How long a publisher remembers an {@code Idempotency-Key}. */
    Duration REMEMBERED = Duration.ofMinutes(5);

    /** The most characters of an {@code Idempotency-Key}. */
    int LONGEST_KEY = 255;

    /**
     * Appends an event, unless this client has published one with the same key within {@link #REMEMBERED}. Does not
     * wait for another process.
     *
     * @param idempotencyKey null if the request has none
     * @return a future with the id of the new event, or of the earlier event with the same key. It completes when the
     *     event can no longer be lost. It fails with a {@link RefusedException} if the event was not appended, or if
     *     that is uncertain.
     * @throws RefusedException if the key is blank or too long
     */
    CompletableFuture<String> publish(Client client, Publication what, @Nullable String idempotencyKey);

    /**
     * Checks an idempotency key.
     *
     * @throws RefusedException if the key is blank or too long
     */
    static void check(@Nullable String idempotencyKey) {
        if (idempotencyKey != null && (idempotencyKey.isBlank() || idempotencyKey.length() > LONGEST_KEY)) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }
}
