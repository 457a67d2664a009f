package dev.weir.clients;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The clients that are known by key, all from the start. Immutable but for the clients. */
final class KeyedClients {
    private final Map<ApiKey, Client> all = new LinkedHashMap<>();

    void add(ApiKey key, Client client) {
        all.put(key, client);
    }

    /**
     * Finds whose key it is, in a time that does not depend on where it stands.
     *
     * @throws RefusedException when it is nobody's
     */
    Client of(byte[] digest) {
        Client found = null;
        for (Map.Entry<ApiKey, Client> entry : all.entrySet()) {
            if (entry.getKey().matches(digest)) {
                found = entry.getValue(); // and go on
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
