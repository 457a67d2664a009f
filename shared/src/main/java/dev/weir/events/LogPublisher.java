package dev.weir.events;

import dev.weir.clients.Client;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events to the {@link EventLog} in the memory of this process. The returned futures are already complete. A
 * call may block while another thread publishes.
 */
public final class LogPublisher implements Publisher {
    /** The maximum number of remembered idempotency keys, for all clients together. A further key evicts the oldest. */
    private static final int MOST_REMEMBERED = 100_000;

    private record Once(String client, String key) {}

    private final EventLog log;
    private final IdempotencyCache<Once> ids;

    /** @param nanoClock a clock that never steps back, such as {@link System#nanoTime} */
    public LogPublisher(EventLog log, LongSupplier nanoClock) {
        this.log = log;
        this.ids = new IdempotencyCache<>(MOST_REMEMBERED, REMEMBERED.toNanos(), nanoClock);
    }

    @Override
    public CompletableFuture<Ids> publish(Client client, List<Publication> what, @Nullable String idempotencyKey) {
        Publisher.checkKey(idempotencyKey);
        return CompletableFuture.completedFuture(
                idempotencyKey == null
                        ? append(what)
                        : Ids.parse(ids.answer(
                                new Once(client.name(), idempotencyKey),
                                () -> append(what).toString())));
    }

    private Ids append(List<Publication> what) {
        return new Ids(log.append(what), what.size());
    }
}
