package dev.weir.clients;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who is calling, and whether they may have what they ask for: a bounded table of clients.
 *
 * <p>A client without a key is its remote address; an IPv6 one is its /64, since that is what one subscriber is given.
 * When all are busy, a new one is refused.
 *
 * <p>Thread-safe. Each call holds a lock for as long as a turn of the throttle takes at most, does no I/O and parks
 * nowhere, so an event loop may make it. (The lock
 * is also the request limiter's: that one would park a thread that loses its race.)
 */
public final class Clients {
    /** Who has which plan; each has a key or a network. */
    public record Rule(
            String name, @Nullable ApiKey key, @Nullable Network network, Plan plan) {}

    /**
     * What the server holds at most.
     *
     * @param maxClients clients known by address at most
     * @param maxDownloads downloads at once of all clients together
     * @param maxSubscribers subscriptions at once of all clients together
     */
    public record Limits(int maxClients, int maxDownloads, int maxSubscribers) {}

    /**
     * How a client fares.
     *
     * @param active downloads admitted and not ended
     * @param waiting of these, how many wait for a grant
     * @param granted bytes since it is known, without those given back
     */
    public record Status(String name, String plan, int active, int waiting, long granted) {}

    private final Throttle throttle;
    private final Plans plans;
    private final LongSupplier nanoClock;

    private final KeyedClients keyed = new KeyedClients();
    private final AddressedClients addressed;
    private final Admissions admissions;
    private final LongAdder refused = new LongAdder();

    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.plans = new Plans(rules, others);
        this.admissions = new Admissions(limits);
        this.addressed = new AddressedClients(limits.maxClients());
        this.nanoClock = nanoClock;
        for (Rule rule : rules) {
            if (rule.key() != null) {
                keyed.add(rule.key(), newClient(rule.name(), rule.plan()));
            }
        }
    }

    /**
     * Admits one more of a use, which must {@link #leave} once.
     *
     * @param key what the request presents, if any
     * @throws RefusedException with what the client is told
     */
    public Client enter(@Nullable String key, InetAddress remote, Use use) {
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        return counted(() -> enter(digest, remote, use));
    }

    private synchronized Client enter(byte @Nullable [] digest, InetAddress remote, Use use) {
        Client client = find(digest, remote);
        boolean idle = client.isIdle();
        admissions.enter(client, use);
        if (idle) {
            addressed.busy(client);
        }
        return client;
    }

    /**
     * Admits one event to be published.
     *
     * @param key what the request presents, if any
     * @throws RefusedException with what the client is told
     */
    public Client publisher(@Nullable String key, InetAddress remote) {
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        return counted(() -> publisher(digest, remote));
    }

    private synchronized Client publisher(byte @Nullable [] digest, InetAddress remote) {
        if (digest == null && !plans.at(remote).publish()) {
            throw new RefusedException(Problem.NO_KEY);
        }
        return asked(digest, remote, Admissions::publish);
    }

    /**
     * Admits one request that is over when it is answered.
     *
     * @param key what the request presents, if any
     * @throws RefusedException with what the client is told
     */
    public Client caller(@Nullable String key, InetAddress remote) {
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        return counted(() -> asked(digest, remote, Admissions::call));
    }

    private synchronized Client asked(byte @Nullable [] digest, InetAddress remote, Consumer<Client> admission) {
        Client client = find(digest, remote);
        try {
            admission.accept(client);
        } finally {
            if (client.isIdle()) { // and remembered until the second is over, like who downloads
                addressed.busy(client);
                client.asked(nanoClock.getAsLong());
                addressed.idle(client);
            }
        }
        return client;
    }

    /** By key, else by address; with the limits that its plan has by now. */
    private Client find(byte @Nullable [] digest, InetAddress remote) {
        Client client = digest == null
                ? addressed.at(remote, nanoClock.getAsLong(), name -> newClient(name, plans.at(remote)))
                : keyed.of(digest);
        Plan plan = plans.current(client.plan());
        if (!client.plan().equals(plan)) {
            throttle.change(List.of(client.change(plan)), plan.limits());
        }
        return client;
    }

    private Client counted(Supplier<Client> admission) {
        try {
            return admission.get();
        } catch (RefusedException e) {
            refused.increment();
            throw e;
        }
    }

    /** What was admitted ended, however it did. */
    public synchronized void leave(Client client, Use use) {
        admissions.leave(client, use, nanoClock.getAsLong());
        if (client.isIdle()) {
            addressed.idle(client);
        }
    }

    /**
     * Gives all clients of a plan's name these limits, and reaches downloads that wait. Who is idle comes back with what
     * its bucket held under the old ones. For one thread at a time.
     */
    public void change(Plan plan) {
        throttle.change(busyOf(plan), plan.limits()); // past the lock, which event loops take
    }

    /** Without those that are idle, of whom there may be a hundred thousand: they get it when they come back. */
    private synchronized List<Share> busyOf(Plan plan) {
        plans.change(plan);
        return all().filter(client -> !client.isIdle() && client.plan().name().equals(plan.name()))
                .map(client -> client.change(plan))
                .toList();
    }

    /** The clients with most downloads at the moment. */
    public synchronized List<Status> busiest(int most) {
        return all().sorted(Comparator.comparingInt((Client client) -> client.active(Use.DOWNLOAD))
                        .reversed())
                .limit(most)
                .map(client -> new Status(
                        client.name(),
                        client.plan().name(),
                        client.active(Use.DOWNLOAD),
                        client.share().waitingDownloads(),
                        client.share().grantedBytes()))
                .toList();
    }

    private Stream<Client> all() {
        return Stream.concat(keyed.all().stream(), addressed.all().stream());
    }

    /** What a client is told of its plan: header fields of any answer to it. */
    public Map<String, String> fields(Client client) {
        return RateLimitFields.of(client.plan(), client.share(), nanoClock.getAsLong());
    }

    /** Requests not admitted since the start. */
    public long refused() {
        return refused.sum();
    }

    /** Of a use: admitted and not ended. */
    public synchronized int active(Use use) {
        return admissions.active(use);
    }

    private Client newClient(String name, Plan plan) {
        return new Client(name, plan, throttle.share(plan.limits()), nanoClock.getAsLong());
    }
}
