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
     * The most keys in a store. Beyond this number, a store takes no new key. It takes as many revocations again, so
     * that a configured key can always be revoked.
     */
    int MOST = 10_000;

    /**
     * Starts to report the assignments. Passes all of them to {@code listener} before it returns, and again after each
     * change. The listener runs on any thread, but never on two threads at once, and must not block.
     */
    void open(Consumer<Map<ApiKey, Assignment>> listener);

    /**
     * Keeps a change. Returns when the change outlasts the process and the listener knows it. A change of the key of
     * {@code publisher} that the server makes does not outlast the process. Blocks, so an event loop must not call it.
     *
     * @param assignment what to keep about the key, or null to keep nothing. A key that has a plan keeps its id, even
     *     if the caller does not know of it. A configured key that is revoked gets a new id
     * @throws RefusedException with the error response, if the change is not kept. After
     *     {@link Problem#KEYS_NOT_STORED} it may be kept nevertheless, and may apply now or later
     */
    void change(ApiKey key, @Nullable Assignment assignment);

    /** Returns the number of assignments from which on a store refuses {@code assignment} for a further key. */
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
