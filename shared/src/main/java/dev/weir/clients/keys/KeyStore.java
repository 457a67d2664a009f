package dev.weir.clients.keys;

import dev.weir.clients.ApiKey;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the changes of API keys, so that they outlast the server. Thread-safe. */
public interface KeyStore {
    /**
     * The number of assignments at which a store takes no new key. It still takes revocations, up to twice this number,
     * so that configured keys can be revoked.
     */
    int MOST = 10_000;

    /**
     * Starts to report the assignments. Passes all assignments to {@code listener} before it returns, and again after
     * each change. The listener runs on any thread, but never on two threads at once, and must not block.
     */
    void open(Consumer<Map<ApiKey, Assignment>> listener);

    /**
     * Keeps a change. Returns when the change outlasts the process and the listener knows it. Exception: if the server
     * created the publisher's key itself, a change of this key does not outlast the process ({@link TemporaryKey}).
     * Blocks, so an event loop must not call it.
     *
     * @param assignment the assignment to keep for the key, or null to keep nothing. If the store has a plan for the
     *     key, the key keeps its id, even if {@code assignment} has another one. If the store has a revocation of a
     *     configured key, the key gets a new id
     * @throws RefusedException with the error response, if the change is not kept. With
     *     {@link Problem#KEYS_NOT_STORED}, the change may be kept nevertheless, and may apply now or later
     */
    void change(ApiKey key, @Nullable Assignment assignment);

    /** Returns the number of assignments at which a store refuses {@code assignment} for a new key. */
    static int most(Assignment assignment) {
        return assignment.plan() == null ? 2 * MOST : MOST;
    }

    /** Returns a store that refuses each change, because it would not outlast the server. */
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
