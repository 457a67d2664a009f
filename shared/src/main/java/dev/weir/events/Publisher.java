package dev.weir.events;

import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Appends the events that clients publish, once for each {@code Idempotency-Key}.
 *
 * <p>Thread-safe. A call waits for nothing but the lock of another append.
 */
public final class Publisher {
    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    /** For the keys of all clients. Beyond this number, the oldest are forgotten early. */
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
     * Appends an event, unless this client has published one with the same key within five minutes.
     *
     * @param idempotencyKey null for none
     * @return the id of the earlier event, or of the new one
     * @throws RefusedException when the key is blank or too long
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
