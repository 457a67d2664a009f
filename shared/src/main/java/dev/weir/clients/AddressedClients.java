package dev.weir.clients;

import static java.util.Comparator.comparingLong;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A bounded table of the clients without an API key, by name. The name of a client is its address. If a signed link
 * grants a plan (a set of limits), the name consists of this plan and the address. Callers must hold the lock of
 * {@link Clients}.
 *
 * <p>If the table is full, a new client replaces an idle client whose token bucket is full. If the replaced client
 * returns, it gets a new bucket. A new bucket starts empty.
 */
final class AddressedClients {
    private final int most;
    private final Map<String, Client> all = new HashMap<>();
    /**
     * The clients without open downloads or subscriptions, ordered by the time at which their token buckets will be
     * full.
     */
    private final TreeSet<Client> idle =
            new TreeSet<>(comparingLong(Client::fullNanos).thenComparing(Client::name));

    AddressedClients(int most) {
        this.most = most;
    }

    /**
     * Returns the client with this name. If there is none, creates a client with {@code maker}.
     *
     * @throws RefusedException if the table is full and no client can be replaced
     */
    Client named(String name, long nowNanos, Supplier<Client> maker) {
        Client client = all.get(name);
        if (client == null) {
            makeRoom(nowNanos);
            client = maker.get();
            all.put(name, client);
            idle.add(client);
        }
        return client;
    }

    void busy(Client client) {
        idle.remove(client);
    }

    void idle(Client client) {
        if (all.get(client.name()) == client) {
            idle.add(client);
        }
    }

    Collection<Client> all() {
        return all.values();
    }

    private void makeRoom(long nowNanos) {
        if (all.size() < most) {
            return;
        }
        if (idle.isEmpty() || idle.first().fullNanos() - nowNanos > 0) {
            throw new RefusedException(Problem.TOO_MANY_CLIENTS);
        }
        all.remove(idle.removeFirst().name());
    }
}
