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
 * A bounded table of clients. It finds the client of a request and decides whether the request is admitted.
 *
 * <p>A client without a key is known by its remote address. For IPv6 that is the /64 network, because a provider gives
 * one customer that much. When the table is full of busy clients, it refuses a new one.
 *
 * <p>Thread-safe. A call holds a lock for at most one turn of the throttle. It does no I/O and never parks, so an event
 * loop may make it. The lock also guards the request limiter, which would otherwise park a thread that loses a race.
 */
public final class Clients {
    /** Assigns a plan to a key or to a network. */
    public record Rule(
            String name, @Nullable ApiKey key, @Nullable Network network, Plan plan) {}

    /**
     * The limits of the whole server.
     *
     * @param maxClients the most clients known by address
     * @param maxDownloads the most downloads at once, of all clients together
     * @param maxSubscribers the most subscriptions at once, of all clients together
     */
    public record Limits(int maxClients, int maxDownloads, int maxSubscribers) {}

    /**
     * The state of a client, for the management endpoint.
     *
     * @param active downloads that are admitted and have not ended
     * @param waiting those active downloads that wait for a grant
     * @param granted bytes granted since the client is known, less those given back
     */
    public record Status(String name, String plan, int active, int waiting, long granted) {}

    private final Throttle throttle;
    private final LongSupplier nanoClock;
    private final ClientTable table;
    private final Admissions admissions;
    private final LongAdder refused = new LongAdder();

    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.nanoClock = nanoClock;
        this.table = new ClientTable(throttle, rules, others, limits.maxClients(), nanoClock);
        this.admissions = new Admissions(limits);
    }

    /**
     * Admits one more download or subscription. The caller must {@link #leave} once.
     *
     * @param key the key of the request, if it presents one
     * @throws RefusedException with the problem to answer
     */
    public Client enter(@Nullable String key, InetAddress remote, Use use) {
        byte[] digest = key == null ? null : ApiKey.sha256(key);
        return counted(() -> enter(digest, remote, use));
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
     * Admits one event to be published.
     *
     * @param key the key of the request, if it presents one
     * @throws RefusedException with the problem to answer
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
     * Admits one request that ends with its answer.
     *
     * @param key the key of the request, if it presents one
     * @throws RefusedException with the problem to answer
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
            if (client.isIdle()) { // the client is remembered until the second is over, as after a download
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

    /** Ends what {@link #enter} admitted. Call this however the response ended. */
    public synchronized void leave(Client client, Use use) {
        admissions.leave(client, use, nanoClock.getAsLong());
        if (client.isIdle()) {
            table.idle(client);
        }
    }

    /**
     * Gives all clients of the plan with this name new limits. The new limits also apply to downloads that wait. An
     * idle client keeps the bytes in its bucket and gets the new limits when it comes back. Only one thread at a time
     * may call this.
     */
    public void change(Plan plan) {
        throttle.change(busyOf(plan), plan.limits()); // outside the lock, which event loops take
    }

    /**
     * The shares of busy clients. Idle ones, of which there may be a hundred thousand, get the new limits when they
     * come back.
     */
    private synchronized List<Share> busyOf(Plan plan) {
        return table.change(plan);
    }

    /** The clients with the most downloads now, the busiest first. */
    public synchronized List<Status> busiest(int most) {
        return table.all()
                .sorted(Comparator.comparingInt((Client client) -> client.active(Use.DOWNLOAD))
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

    /** The RateLimit header fields that tell a client its limits. They fit any answer to it. */
    public Map<String, String> fields(Client client) {
        return RateLimitFields.of(client.plan(), client.share(), nanoClock.getAsLong());
    }

    /** Number of requests refused since the start. */
    public long refused() {
        return refused.sum();
    }

    /** Number of downloads or subscriptions that are admitted and have not ended. */
    public synchronized int active(Use use) {
        return admissions.active(use);
    }
}
