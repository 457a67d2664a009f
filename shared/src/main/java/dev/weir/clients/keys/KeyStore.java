package dev.weir.clients.keys;

import dev.weir.clients.ApiKey;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the changes that an operator makes to API keys, so that the changes outlast the server process. Thread-safe.
 */
public interface KeyStore {
    /**
     * A store with this number of entries accepts no plan for a further key. It still accepts revocations of further
     * keys, up to twice this number of entries, so that keys of the configuration can be revoked.
     */
    int MOST = 10_000;

    /**
     * Sets the listener of this store. Passes the entries of all keys to {@code listener} before this method returns,
     * and again after each change. The listener runs on any thread, but never on two threads at once, and must not
     * block.
     */
    void open(Consumer<Map<ApiKey, Assignment>> listener);

    /**
     * Keeps a change of a key's entry. Returns when the store has made the change durable and the listener has received
     * it. Exception: if the server created the key of the event publisher itself, a change of this key is not durable
     * ({@link TemporaryKey}). Blocks, so an event loop must not call it.
     *
     * @param assignment the new entry of the key, or null to remove the entry. If the store has a plan for the key, the
     *     key keeps its id, even if {@code assignment} has another id. If the store has a revocation of a configured
     *     key, the key gets a new id
     * @throws RefusedException with the error response, if the change is not kept. With
     *     {@link Problem#KEYS_NOT_STORED}, the change may be kept nevertheless, and may apply now or later
     */
    void change(ApiKey key, @Nullable Assignment assignment);

    /** Returns how many entries a store can have before it refuses {@code assignment} for a further key. */
    static int most(Assignment assignment) {
        return assignment.plan() == null ? 2 * MOST : MOST;
    }

    /** Returns a store that refuses each change, because the change would not outlast the server process. */
    static KeyStore none() {
        return new KeyStore() {
            @Override
            public void open(Consumer<Map<ApiKey, Assignment>> listener) {
                listener.accept(Map.of());
            }

            @Override
            public void change(ApiKey key, @Nullable Assignment assignment) {
                throw new RefusedException(Problem.NO_KEY_STORE);
            }
        };
    }
}
