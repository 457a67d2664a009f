package dev.weir.clients;

import dev.weir.problem.RefusedException;
import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import java.net.InetAddress;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of all clients, by key or by address. Guarded by the lock of {@link Clients}. */
final class ClientTable {
    private final Throttle throttle;
    private final Plans plans;
    private final LongSupplier nanoClock;
    private final KeyedClients keyed = new KeyedClients();
    private final AddressedClients addressed;

    ClientTable(Throttle throttle, List<Clients.Rule> rules, Plan others, int maxClients, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.plans = new Plans(rules, others);
        this.nanoClock = nanoClock;
        this.addressed = new AddressedClients(maxClients);
        for (Clients.Rule rule : rules) {
            if (rule.key() != null) {
                keyed.add(rule.key(), newClient(rule.name(), rule.plan()));
            }
        }
    }

    private Client newClient(String name, Plan plan) {
        return new Client(name, plan, throttle.share(plan.limits()), nanoClock.getAsLong());
    }

    /**
     * Finds the client by its key, or by its address if the request has no key. Creates a client for a new address. If
     * the limits of the client's plan have changed, the client gets the new ones.
     *
     * @param digest the SHA-256 digest of the request's key, or null
     * @throws RefusedException if no client has this key, or if the table is full of busy clients
     */
    Client find(byte @Nullable [] digest, InetAddress remote) {
        Client client = digest == null
                ? addressed.at(remote, nanoClock.getAsLong(), name -> newClient(name, planAt(remote)))
                : keyed.of(digest);
        Plan plan = plans.current(client.plan());
        if (!client.plan().equals(plan)) {
            throttle.change(List.of(client.change(plan)), plan.limits());
        }
        return client;
    }

    Plan planAt(InetAddress remote) {
        return plans.at(remote);
    }

    /** Marks the client as busy. The table never evicts a busy client. */
    void busy(Client client) {
        addressed.busy(client);
    }

    /** Marks the client as idle. The table may evict it when its token bucket is full. */
    void idle(Client client) {
        addressed.idle(client);
    }

    /** Assigns a changed plan to its busy clients and returns their shares. */
    List<Share> change(Plan plan) {
        plans.change(plan);
        return all().filter(client -> !client.isIdle() && client.plan().name().equals(plan.name()))
                .map(client -> client.change(plan))
                .toList();
    }

    Stream<Client> all() {
        return Stream.concat(keyed.all().stream(), addressed.all().stream());
    }
}
