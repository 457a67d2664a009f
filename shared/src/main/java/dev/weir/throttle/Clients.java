package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who is calling, and whether they may start a download: a bounded table of clients.
 *
 * <p>A client without a key is its remote address; an IPv6 one is its /64, since that is what one subscriber is given.
 * Only an idle client whose bucket is full is forgotten, and only to make room: it would come back as it left. When
 * all are busy, a new one is refused.
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

    private final Throttle throttle;
    private final List<Rule> networks;
    private final Plan others;
    private final Limits limits;
    private final LongSupplier nanoClock;

    private final Map<ApiKey, Client> keyed = new LinkedHashMap<>();
    private final Map<String, Client> addressed = new HashMap<>();
    /** Clients by address that are idle, the one whose bucket is full first in front. */
    private final TreeSet<Client> idle =
            new TreeSet<>(comparingLong(Client::fullNanos).thenComparing(Client::name));

    private final LongAdder refused = new LongAdder();
    private volatile int active;

    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.networks = rules.stream().filter(rule -> rule.network() != null).toList();
        this.others = others;
        this.limits = limits;
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
        Client client = digest == null ? byAddress(remote) : byKey(digest);
        admit(client);
        if (client.active() == 0) {
            idle.remove(client);
        }
        client.entered();
        active++;
        return client;
    }

    /** The download ended, however it did. */
    public synchronized void leave(Client client) {
        active--;
        client.left(nanoClock.getAsLong());
        if (client.active() == 0 && addressed.get(client.name()) == client) {
            idle.add(client);
        }
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

    private Client byAddress(InetAddress remote) {
        String name = name(remote);
        Client client = addressed.get(name);
        if (client == null) {
            makeRoom();
            Plan plan = plan(remote);
            client = newClient(name, plan);
            addressed.put(name, client);
            idle.add(client);
        }
        return client;
    }

    private void makeRoom() {
        if (addressed.size() < limits.maxClients()) {
            return;
        }
        refuseIf(idle.isEmpty() || idle.first().fullNanos() - nanoClock.getAsLong() > 0, Problem.TOO_MANY_CLIENTS);
        addressed.remove(idle.removeFirst().name());
    }

    private Client newClient(String name, Plan plan) {
        return new Client(name, plan, throttle.share(plan), nanoClock.getAsLong());
    }

    private Plan plan(InetAddress remote) {
        for (Rule rule : networks) {
            if (rule.network() != null && rule.network().contains(remote)) {
                return rule.plan();
            }
        }
        return others;
    }

    private static String name(InetAddress remote) {
        byte[] address = remote.getAddress();
        return address.length == 4
                ? remote.getHostAddress()
                : HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(address, 8)) + "::/64";
    }
}
