package dev.weir.clients;

import static java.util.Comparator.comparingLong;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The clients without a key: a bounded table by remote address. The lock of {@link Clients} guards it.
 *
 * <p>The table forgets a client only to make room, and only one that is idle and whose bucket is full. Such a client
 * would come back exactly as it left.
 */
final class AddressedClients {
    private final int most;
    private final Map<String, Client> all = new HashMap<>();
    /** Idle clients. The one whose bucket is full first comes first. */
    private final TreeSet<Client> idle =
            new TreeSet<>(comparingLong(Client::fullNanos).thenComparing(Client::name));

    AddressedClients(int most) {
        this.most = most;
    }

    /**
     * Finds the client of an address, or makes one.
     *
     * @throws RefusedException when the table is full and no client can be forgotten
     */
    Client at(InetAddress remote, long nowNanos, Function<String, Client> maker) {
        String name = Network.client(remote);
        Client client = all.get(name);
        if (client == null) {
            makeRoom(nowNanos);
            client = maker.apply(name);
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
