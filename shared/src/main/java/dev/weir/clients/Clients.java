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
 * Finds the client of a request, and admits or refuses the request. Keeps the clients in a bounded table.
 *
 * <p>A client that uses no key is identified by its remote address. All IPv6 addresses of a /64 network are one client,
 * because a provider assigns such a network to one customer. If the table is full of busy clients, the server refuses a
 * new client.
 *
 * <p>Thread-safe. Each method holds the lock only briefly and does no I/O, so an event loop may call it. The lock also
 * guards the rate limiters of requests. Without the lock, a limiter would park a thread that loses a race against
 * another thread.
 */
public final class Clients {
    /** Assigns a plan to the client with a key or to the clients in a network. */
    public record Rule(
            String name, @Nullable ApiKey key, @Nullable Network network, Plan plan) {}

    /**
     * The limits of the whole server.
     *
     * @param maxClients the most clients that are identified by address
     * @param maxDownloads the most simultaneous downloads of all clients
     * @param maxSubscribers the most simultaneous subscriptions of all clients
     */
    public record Limits(int maxClients, int maxDownloads, int maxSubscribers) {}

    /**
     * The state of a client, for the management endpoint.
     *
     * @param active the number of downloads that were admitted and have not ended
     * @param waiting the number of active downloads that wait for the throttle to grant bytes
     * @param granted the bytes that the throttle has granted since the client entered the table, minus the unused bytes
     *     that the downloads have returned
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
     * Admits one more download or subscription. The caller must call {@link #leave} when it ends.
     *
     * @param key the key of the request, or null
     * @throws RefusedException if the request is refused; the exception carries the problem to send
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
     * Admits one request to publish an event.
     *
     * @param key the key of the request, or null
     * @throws RefusedException if the request is refused; the exception carries the problem to send
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
     * Admits one SOAP request.
     *
     * @param key the key of the request, or null
     * @throws RefusedException if the request is refused; the exception carries the problem to send
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

    /**
     * Stops counting a download or subscription that {@link #enter} admitted. The caller must call it whether the
     * response succeeded or failed.
     */
    public synchronized void leave(Client client, Use use) {
        admissions.leave(client, use, nanoClock.getAsLong());
        if (client.isIdle()) {
            table.idle(client);
        }
    }

    /**
     * Sets the listener that receives each client that {@link #enter} admits. The call happens before the download or
     * subscription begins. The listener must not wait.
     */
    public void onEnter(Consumer<Client> listener) {
        entered = listener;
    }

    /** Returns the number of the client's open downloads or subscriptions on this node. Takes no lock. */
    public int active(Client client, Use use) {
        return client.active(use);
    }

    /**
     * Sets the numbers of the client's downloads and subscriptions on other nodes. The limits of the client's plan
     * apply to the sum over all nodes.
     */
    public synchronized void elsewhere(Client client, int downloads, int subscriptions) {
        client.elsewhere(downloads, subscriptions);
    }

    /**
     * Replaces the plan that has the same name. The new limits also apply to downloads that wait. An idle client keeps
     * its tokens and gets the new limits with its next request. Only one thread at a time may call this method.
     */
    public void change(Plan plan) {
        throttle.change(busyOf(plan), plan.limits()); // outside the lock, because event loops wait for the lock
    }

    /**
     * Changes the plan and returns the shares of its busy clients. Idle clients get the new limits with their next
     * request, because a change of all of them would hold the lock for too long.
     */
    private synchronized List<Share> busyOf(Plan plan) {
        return table.change(plan);
    }

    /**
     * Returns the {@code most} clients with the most open downloads, in descending order of the number of downloads.
     */
    public synchronized List<Status> busiest(int most) {
        return table.all()
                .sorted(Comparator.comparingInt((Client client) -> client.active(Use.DOWNLOAD))
                        .reversed())
                .limit(most)
                .map(Client::status)
                .toList();
    }

    /**
     * Returns the header fields {@code RateLimit} and {@code RateLimit-Policy}, which tell a client its limits. Any
     * response to the client may carry them.
     */
    public Map<String, String> fields(Client client) {
        return RateLimitFields.of(client.plan(), client.share(), nanoClock.getAsLong());
    }

    /** Returns the number of requests refused since the start. */
    public long refused() {
        return refused.sum();
    }

    /** Returns the number of open downloads or subscriptions of all clients. */
    public synchronized int active(Use use) {
        return admissions.active(use);
    }
}
