package dev.weir.events;

import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Publishes the events of clients. A repeated {@code Idempotency-Key} adds no second event. Thread-safe. */
public interface Publisher {
    /** The longest time for which a publisher remembers an {@code Idempotency-Key}. */
    Duration REMEMBERED = Duration.ofMinutes(5);

    /** The maximum length of an {@code Idempotency-Key}, in characters. */
    int LONGEST_KEY = 255;

    /**
     * Appends an event to the log. Appends nothing if this client has recently ({@link #REMEMBERED}) published an event
     * with the same key. Does not wait for the network.
     *
     * @param idempotencyKey null if the request has none
     * @return a future with the id of the new event, or of the earlier event with the same key. It completes when the
     *     event is stored. It fails with a {@link RefusedException} if storing the event has failed or may have failed.
     * @throws RefusedException if the client may not publish to this topic, or if the key is blank or too long
     */
    CompletableFuture<String> publish(Client client, Publication what, @Nullable String idempotencyKey);

    /**
     * Checks the client's right to publish to the topic, and an idempotency key. Accepts null as the key.
     *
     * @throws RefusedException if the client has no right, or if the key is blank or longer than {@link #LONGEST_KEY}
     */
    static void check(Client client, Publication what, @Nullable String idempotencyKey) {
        if (!client.plan().rights().mayPublish(what.topic())) {
            throw new RefusedException(Problem.MAY_NOT_PUBLISH);
        }
        if (idempotencyKey != null && (idempotencyKey.isBlank() || idempotencyKey.length() > LONGEST_KEY)) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }
}
