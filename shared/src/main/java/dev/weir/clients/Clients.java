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
import org.jspecify.annotations.Nullable;

/**
 * Finds the client of a request and admits or refuses the request. Thread-safe. Each method holds the lock only briefly
 * and does no I/O, so an event loop may call it.
 *
 * <p>A client without a key is identified by its address. All IPv6 addresses of a /64 network are one client, because a
 * provider assigns such a network to one customer. A bounded table holds these clients. When it is full of busy
 * clients, a new one is refused.
 *
 * <p>The lock also guards the rate limiters of requests. Without the lock, they would park a thread that loses a race.
 */
public final class Clients {
    /** Assigns a plan to the client with a key, or to the clients in a network. */
    public record Rule(
            String name, @Nullable ApiKey key, @Nullable Network network, Plan plan) {}

    /**
     * The limits of the whole server.
     *
     * @param maxClients the most clients that are identified by address
     * @param maxDownloads the most simultaneous downloads
     * @param maxSubscribers the most simultaneous subscriptions
     */
    public record Limits(int maxClients, int maxDownloads, int maxSubscribers) {}

    /**
     * The state of a client, for the management endpoint.
     *
     * @param active the number of open downloads
     * @param waiting the number of downloads that wait for the throttle
     * @param granted the bytes granted since the client entered the table, minus the unused bytes
     */
    public record Status(String name, String plan, int active, int waiting, long granted) {}

    private final Throttle throttle;
    private final LongSupplier nanoClock;
    private final ClientTable table;
    private final Admissions admissions;
    private final LongAdder refused = new LongAdder();
    private volatile Consumer<Client> entered = _ -> {};

    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.nanoClock = nanoClock;
        this.table = new ClientTable(throttle, rules, others, limits.maxClients(), nanoClock);
        this.admissions = new Admissions(limits);
    }

    /**
     * Admits a download or subscription. Call {@link #leave} when it ends.
     *
     * @param key the key of the request, or null
     * @throws RefusedException with the problem to send
     */
    public Client enter(@Nullable String key, InetAddress remote, Use use) {
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        Client client = counted(() -> enter(digest, remote, use));
        entered.accept(client);
        return client;
    }

    private synchronized Client enter(byte @Nullable [] digest, InetAddress remote, Use use) {
        Client client = table.find(digest, remote);
        boolean idle = client.isIdle();
        admissions.enter(client, use);
        if (idle) {
            table.busy(client);
        }
        return client;
    }

    /**
     * Admits a request to publish an event.
     *
     * @param key the key of the request, or null
     * @throws RefusedException with the problem to send
     */
    public Client publisher(@Nullable String key, InetAddress remote) {
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        return counted(() -> publisher(digest, remote));
    }

    private synchronized Client publisher(byte @Nullable [] digest, InetAddress remote) {
        if (digest == null && !table.planAt(remote).publish()) {
            throw new RefusedException(Problem.NO_KEY);
        }
        return asked(digest, remote, Admissions::publish);
    }

    /**
     * Admits a SOAP request.
     *
     * @param key the key of the request, or null
     * @throws RefusedException with the problem to send
     */
    public Client caller(@Nullable String key, InetAddress remote) {
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        return counted(() -> asked(digest, remote, Admissions::call));
    }

    private synchronized Client asked(byte @Nullable [] digest, InetAddress remote, Consumer<Client> admission) {
        Client client = table.find(digest, remote);
        try {
            admission.accept(client);
        } finally {
            if (client.isIdle()) { // updates the time until which the table keeps the client
                table.busy(client);
                client.asked(nanoClock.getAsLong());
                table.idle(client);
            }
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

    /** Stops counting what {@link #enter} admitted. Call it whether the response succeeded or failed. */
    public synchronized void leave(Client client, Use use) {
        admissions.leave(client, use, nanoClock.getAsLong());
        if (client.isIdle()) {
            table.idle(client);
        }
    }

    /** Sets the listener that gets each client that {@link #enter} admits. The listener must not wait. */
    public void onEnter(Consumer<Client> listener) {
        entered = listener;
    }

    /** Returns the number of the client's open downloads or subscriptions on this node. Takes no lock. */
    public int active(Client client, Use use) {
        return client.active(use);
    }

    /** Sets how many downloads and subscriptions a client has open on other nodes. The plan limits the sum of all. */
    public synchronized void elsewhere(Client client, int downloads, int subscriptions) {
        client.elsewhere(downloads, subscriptions);
    }

    /**
     * Replaces the plan with the same name, also for waiting downloads. An idle client gets the new limits with its
     * next request. Only one thread at a time may call it.
     */
    public void change(Plan plan) {
        throttle.change(busyOf(plan), plan.limits()); // outside the lock, because event loops wait for the lock
    }

    /** Assigns the plan to its busy clients and returns their shares. A change of all would hold the lock too long. */
    private synchronized List<Share> busyOf(Plan plan) {
        return table.change(plan);
    }

    /** Returns the clients with the most open downloads, in descending order. */
    public synchronized List<Status> busiest(int most) {
        return table.all()
                .sorted(Comparator.comparingInt((Client client) -> client.active(Use.DOWNLOAD))
                        .reversed())
                .limit(most)
                .map(Client::status)
                .toList();
    }

    /** Returns the header fields {@code RateLimit} and {@code RateLimit-Policy}, which tell a client its limits. */
    public Map<String, String> fields(Client client) {
        return RateLimitFields.of(client.plan(), client.share(), nanoClock.getAsLong());
    }

    /** Returns the number of requests refused since the start. */
    public long refused() {
        return refused.sum();
    }

    public synchronized int active(Use use) {
        return admissions.active(use);
    }
}
