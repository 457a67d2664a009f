package dev.weir.clients;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The clients with an API key. They are configured, and do not change after the start of the server. */
final class KeyedClients {
    private final Map<ApiKey, Client> all = new LinkedHashMap<>();

    void add(ApiKey key, Client client) {
        all.put(key, client);
    }

    /**
     * Returns the client whose API key has this digest. Compares all keys, so that the time reveals nothing about them.
     *
     * @throws RefusedException if no client has this key
     */
    Client of(byte[] digest) {
        Client found = null;
        for (Map.Entry<ApiKey, Client> entry : all.entrySet()) {
            if (entry.getKey().matches(digest)) {
                found = entry.getValue();
            }
        }
        if (found == null) {
            throw new RefusedException(Problem.UNKNOWN_KEY);
        }
        return found;
    }

    Collection<Client> all() {
        return all.values();
    }
}
