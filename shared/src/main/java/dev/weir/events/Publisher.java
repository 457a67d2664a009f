package dev.weir.events;

import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Appends the events that clients publish. A repeated {@code Idempotency-Key} appends no second event.
 *
 * <p>Thread-safe. A call waits only while another call appends an event.
 */
public final class Publisher {
    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    /** The most idempotency keys of all clients in the cache. A further key evicts the oldest one early. */
    private static final int MOST_REMEMBERED = 100_000;

    private static final int LONGEST_KEY = 255;

    private record Once(String client, String key) {}

    private final EventLog log;
    private final IdempotencyCache<Once> ids;

    /** @param nanoClock a clock that never steps back, such as {@link System#nanoTime} */
    public Publisher(EventLog log, LongSupplier nanoClock) {
        this.log = log;
        this.ids = new IdempotencyCache<>(MOST_REMEMBERED, REMEMBERED.toNanos(), nanoClock);
    }

    /**
     * Appends an event. Appends nothing if this client has published an event with the same key in the last five minutes.
     *
     * @param idempotencyKey null if the request has no such key
     * @return the id of the new event, or of the earlier event with the same key
     * @throws RefusedException if the key is blank or too long
     */
    public String publish(Client client, Publication what, @Nullable String idempotencyKey) {
        if (idempotencyKey == null) {
            return append(what);
        }
        if (idempotencyKey.isBlank() || idempotencyKey.length() > LONGEST_KEY) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
        return ids.answer(new Once(client.name(), idempotencyKey), () -> append(what));
    }

    private String append(Publication what) {
        return log.append(what.topic(), what.type(), what.data());
    }
}
