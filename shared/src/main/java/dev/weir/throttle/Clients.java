package dev.weir.throttle;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
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
 * <p>Thread-safe. Each call holds a short lock, does no I/O and parks nowhere, so an event loop may make it. (The lock
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
    private final List<Rule> networks;
    private final Plan others;
    private final Limits limits;
    private final LongSupplier nanoClock;

    private final Map<ApiKey, Client> keyed = new LinkedHashMap<>();
    private final AddressedClients addressed;
    /** Plans that have changed, by name. */
    private final Map<String, Plan> changed = new HashMap<>();

    private final LongAdder refused = new LongAdder();
    private volatile int active;

    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.networks = rules.stream().filter(rule -> rule.network() != null).toList();
        this.others = others;
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
                ? addressed.at(remote, nanoClock.getAsLong(), name -> newClient(name, plan(remote)))
                : byKey(digest);
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

    /** Gives every client of a plan's name, and those to come, these limits; reaches downloads that wait. */
    public synchronized void change(Plan plan) {
        changed.put(plan.name(), plan);
        all().filter(client -> client.plan().name().equals(plan.name())).forEach(client -> {
            addressed.busy(client); // the order of the idle ones depends on the plan
            client.change(plan, nanoClock.getAsLong());
            if (client.active() == 0) {
                addressed.idle(client);
            }
            throttle.change(client.share(), plan);
        });
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
        Plan now = changed.getOrDefault(plan.name(), plan);
        return new Client(name, now, throttle.share(now), nanoClock.getAsLong());
    }

    private Plan plan(InetAddress remote) {
        for (Rule rule : networks) {
            if (rule.network() != null && rule.network().contains(remote)) {
                return rule.plan();
            }
        }
        return others;
    }
}
