package dev.weir.clients;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clients with an API key. Callers must hold the lock of {@link Clients}.
 *
 * <p>The duration of a lookup reveals nothing about the keys, because the place of a key in the hash table depends on a
 * secret salt. Two keys at the same place are compared in constant time.
 */
final class KeyedClients {
    private static final int SALT_BYTES = 32;

    private final byte[] salt = new byte[SALT_BYTES];
    /** The clients. The key of each entry is the client's API key, hashed with the salt ({@link ApiKey#salted}). */
    private final Map<ApiKey, Client> all = new LinkedHashMap<>();

    KeyedClients() {
        new SecureRandom().nextBytes(salt);
    }

    @Nullable
    Client get(ApiKey key) {
        return all.get(key.salted(salt));
    }

    void put(ApiKey key, Client client) {
        all.put(key.salted(salt), client);
    }

    @Nullable
    Client remove(ApiKey key) {
        return all.remove(key.salted(salt));
    }

    /**
     * Returns the client whose API key has this digest.
     *
     * @throws RefusedException if no client has this key
     */
    Client of(byte[] digest) {
        Client found = get(ApiKey.ofDigest(digest));
        if (found == null) {
            throw new RefusedException(Problem.UNKNOWN_KEY);
        }
        return found;
    }

    Collection<Client> all() {
        return all.values();
    }
}
