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
 * The clients without a key: a bounded table by remote address. Moved under the lock of {@link Clients}.
 *
 * <p>Only an idle client whose bucket is full is forgotten, and only to make room: it would come back as it left.
 */
final class AddressedClients {
    private final int most;
    private final Map<String, Client> all = new HashMap<>();
    /** Those that are idle, the one whose bucket is full first in front. */
    private final TreeSet<Client> idle =
            new TreeSet<>(comparingLong(Client::fullNanos).thenComparing(Client::name));

    AddressedClients(int most) {
        this.most = most;
    }

    /**
     * Finds or makes one.
     *
     * @throws RefusedException when all are busy and there is no room for one more
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
