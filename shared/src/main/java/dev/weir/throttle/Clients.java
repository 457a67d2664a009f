package dev.weir.throttle;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who is calling, and whether they may start a download: a bounded table of clients.
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
     */
    public record Limits(int maxClients, int maxDownloads) {}

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
    private final Limits limits;
    private final LongSupplier nanoClock;

    private final Map<ApiKey, Client> keyed = new LinkedHashMap<>();
    private final AddressedClients addressed;
    private final LongAdder refused = new LongAdder();
    private volatile int active;

    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.plans = new Plans(rules, others);
        this.limits = limits;
        this.addressed = new AddressedClients(limits.maxClients());
        this.nanoClock = nanoClock;
        for (Rule rule : rules) {
            if (rule.key() != null) {
                keyed.put(rule.key(), newClient(rule.name(), rule.plan()));
            }
        }
    }

    /**
     * Admits one download, which must {@link #leave} once.
     *
     * @param authorization the request's {@code Authorization} field, if any
     * @param apiKey the request's {@code X-API-Key} field, if any
     * @throws RefusedException with what the client is told
     */
    public Client enter(@Nullable String authorization, @Nullable String apiKey, InetAddress remote) {
        String key = ApiKey.presented(authorization, apiKey);
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        try {
            return enter(digest, remote);
        } catch (RefusedException e) {
            refused.increment();
            throw e;
        }
    }

    private synchronized Client enter(byte @Nullable [] digest, InetAddress remote) {
        Client client = digest == null
                ? addressed.at(remote, nanoClock.getAsLong(), name -> newClient(name, plans.at(remote)))
                : byKey(digest);
        Plan plan = plans.current(client.plan());
        if (!client.plan().equals(plan)) {
            throttle.change(List.of(client.change(plan)), plan);
        }
        admit(client);
        if (client.active() == 0) {
            addressed.busy(client);
        }
        client.entered();
        active++;
        return client;
    }

    /** The download ended, however it did. */
    public synchronized void leave(Client client) {
        active--;
        client.left(nanoClock.getAsLong());
        if (client.active() == 0) {
            addressed.idle(client);
        }
    }

    /**
     * Gives all clients of a plan's name these limits, and reaches downloads that wait. Who is idle comes back with what
     * its bucket held under the old ones. For one thread at a time.
     */
    public void change(Plan plan) {
        throttle.change(busyOf(plan), plan); // past the lock, which event loops take
    }

    /** Without those that are idle, of whom there may be a hundred thousand: they get it when they come back. */
    private synchronized List<Share> busyOf(Plan plan) {
        plans.change(plan);
        return all().filter(
                        client -> client.active() > 0 && client.plan().name().equals(plan.name()))
                .map(client -> client.change(plan))
                .toList();
    }

    /** The clients with most downloads at the moment. */
    public synchronized List<Status> busiest(int most) {
        return all().sorted(Comparator.comparingInt(Client::active).reversed())
                .limit(most)
                .map(client -> new Status(
                        client.name(),
                        client.plan().name(),
                        client.active(),
                        client.share().waitingDownloads,
                        client.share().grantedBytes))
                .toList();
    }

    private Stream<Client> all() {
        return Stream.concat(keyed.values().stream(), addressed.all().stream());
    }

    /** What a client is told of its plan: header fields of any answer to it. */
    public Map<String, String> fields(Client client) {
        return RateLimitFields.of(client.plan(), client.share(), nanoClock.getAsLong());
    }

    /** Downloads not admitted since the start. */
    public long refused() {
        return refused.sum();
    }

    /** Downloads admitted and not ended. */
    public int active() {
        return active;
    }

    private void admit(Client client) {
        Plan plan = client.plan();
        refuseIf(plan.blocked(), Problem.BLOCKED);
        refuseIf(active >= limits.maxDownloads(), Problem.OVERLOADED);
        refuseIf(client.active() >= plan.maxDownloads(), Problem.TOO_MANY_DOWNLOADS);
        refuseIf(!client.admitsRequest(), Problem.TOO_MANY_REQUESTS);
    }

    private static void refuseIf(boolean refused, Problem problem) {
        if (refused) {
            throw new RefusedException(problem);
        }
    }

    private Client byKey(byte[] digest) {
        Client found = null;
        for (Map.Entry<ApiKey, Client> entry : keyed.entrySet()) {
            if (entry.getKey().matches(digest)) {
                found = entry.getValue(); // and go on: the time tells nothing of where it stood
            }
        }
        if (found == null) {
            throw new RefusedException(Problem.UNKNOWN_KEY);
        }
        return found;
    }

    private Client newClient(String name, Plan plan) {
        return new Client(name, plan, throttle.share(plan), nanoClock.getAsLong());
    }
}
