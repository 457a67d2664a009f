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
     * A store with this number of entries ({@link Assignment}) adds no more entries with a plan. It still adds
     * revocations, until it has twice this number of entries. So keys of the configuration can still be revoked.
     */
    int MOST = 10_000;

    /**
     * Sets the listener of this store. Passes the entries of all keys to {@code listener} before this method returns,
     * and again after each change. The listener runs on any thread, but never on two threads at once, and must not
     * block.
     */
    void open(Consumer<Map<ApiKey, Assignment>> listener);

    /**
     * Keeps a change of a key's entry. Blocks until the change is durable and the listener has received it, so an event
     * loop must not call this method. If the server itself created the event publisher's key, changes of this key are
     * kept only in memory ({@link TemporaryKey}).
     *
     * @param assignment the new entry of the key, or null to remove the entry. If the old entry has a plan, the key
     *     keeps its id, even if {@code assignment} has another id. If the old entry revokes a configured key, the key
     *     gets a new id
     * @throws RefusedException with the error response. After {@link Problem#KEYS_NOT_STORED}, it is unknown whether
     *     the change is stored, and the change may still apply later. After any other error, it is not stored
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
