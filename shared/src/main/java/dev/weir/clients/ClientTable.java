package dev.weir.clients;

import dev.weir.network.Network;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of all clients, with or without an API key. Callers must hold the lock of {@link Clients}. */
final class ClientTable {
    private final Throttle throttle;
    private final Plans plans;
    private final LongSupplier nanoClock;
    private final KeyedClients keyed = new KeyedClients();
    private final AddressedClients addressed;
    /** The clients with open downloads or subscriptions. Usually much fewer than all. */
    private final Set<Client> busy = new HashSet<>();

    ClientTable(
            Throttle throttle, Plans plans, List<Clients.Rule> rules, Clients.Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.plans = plans;
        this.nanoClock = nanoClock;
        this.addressed = new AddressedClients(limits.maxClients());
        for (Clients.Rule rule : rules) {
            if (rule.key() != null) {
                var _ = assign(rule.key(), rule.name(), rule.plan()); // a new client has the plan's limits already
            }
        }
    }

    private Client newClient(String name, Plan plan, @Nullable EndTasks revocation) {
        return new Client(name, plan, throttle.share(plan.limits()), revocation, nanoClock.getAsLong());
    }

    /**
     * Assigns a plan to the client with this key, and returns a list with the client's {@link Share}. If no client has
     * the key, creates a client with this name, and returns an empty list.
     */
    List<Share> assign(ApiKey key, String name, Plan plan) {
        Client client = keyed.get(key);
        if (client != null) {
            return List.of(client.change(plan));
        }
        keyed.put(key, newClient(name, plan, new EndTasks()));
        return List.of();
    }

    /**
     * Removes the client with this key, and returns the client. Its open downloads and subscriptions still count
     * against the limits.
     */
    Optional<Client> remove(ApiKey key) {
        return Optional.ofNullable(keyed.remove(key));
    }

    /**
     * Returns the client that sent a request. A client is known by its key or, without a key, by its address. If a
     * signed link grants a plan that is not the plan of the address, the address and the granted plan together stand
     * for a separate client. Creates the client if it is new and the request has no key. Gives the client the current
     * version of its plan. The caller must then call {@link Client#limit}.
     *
     * @throws RefusedException if no client has this key, no plan has the granted name, or the table has no room for a
     *     new client
     */
    Client find(Sender sender) {
        Client client = sender.digest == null ? addressed(sender.address, sender.granted) : keyed.of(sender.digest);
        Plan plan = plans.current(client.plan());
        if (!client.plan().equals(plan)) {
            var _ = client.change(plan); // the caller passes the limits on by Client.limit, outside the lock
        }
        return client;
    }

    /**
     * Returns the client that sent a request to publish an event. Otherwise like {@link #find}.
     *
     * @throws RefusedException as in {@link #find}, or if the sender has no key and its address may not publish
     */
    Client publisher(Sender sender) {
        if (sender.digest == null && !plans.at(sender.address).publish()) {
            throw new RefusedException(Problem.NO_KEY);
        }
        return find(sender);
    }

    private Client addressed(InetAddress remote, @Nullable String granted) {
        long nowNanos = nanoClock.getAsLong();
        String name = Network.client(remote);
        Plan own = plans.at(remote);
        if (granted == null || own.blocked() || own.name().equals(granted)) {
            return addressed.named(name, nowNanos, () -> newClient(name, own, null));
        }
        Plan plan = plans.granted(granted);
        // No two clients have this name, because an address has no '@'.
        String grantee = granted + "@" + name;
        return addressed.named(grantee, nowNanos, () -> newClient(grantee, plan, null));
    }

    /** Marks the client as busy: it has an open download or subscription. The table never removes a busy client. */
    void busy(Client client) {
        busy.add(client);
        addressed.busy(client);
    }

    /** Marks the client as idle if it has no open download or subscription. The table may then remove it. */
    void left(Client client) {
        if (client.isIdle()) {
            busy.remove(client);
            addressed.idle(client);
        }
    }

    /**
     * Records a request of the client. If the client is idle, restarts the time after which the table may remove it.
     */
    void asked(Client client) {
        if (client.isIdle()) {
            addressed.busy(client);
            client.asked(nanoClock.getAsLong());
            addressed.idle(client);
        }
    }

    /** Returns at most {@code most} clients. Clients with more open downloads come first. */
    List<Client.Status> busiest(int most) {
        return all().sorted(Comparator.comparingInt((Client client) -> client.active(Use.DOWNLOAD))
                        .reversed())
                .limit(most)
                .map(Client::status)
                .toList();
    }

    /**
     * Replaces the plan with the same name. Clients with open downloads or subscriptions get the new plan at once.
     * Returns the {@link Share}s of these clients.
     */
    List<Share> change(Plan plan) {
        plans.change(plan);
        return busy.stream()
                .filter(client -> client.plan().name().equals(plan.name()))
                .map(client -> client.change(plan))
                .toList();
    }

    Stream<Client> all() {
        return Stream.concat(keyed.all().stream(), addressed.all().stream());
    }
}
