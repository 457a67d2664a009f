package dev.weir.clients;

import dev.weir.network.Network;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Rights;
import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client of a request, and admits or refuses the request. Thread-safe. Each method holds a lock only briefly
 * and does no I/O, so an event loop may call it.
 *
 * <p>A client without an API key is identified by its IPv4 address, or by the /64 network of its IPv6 address. If a
 * signed link grants a plan, the client is identified by the address together with this plan. The number of these
 * clients is limited. At the limit, a new client replaces an idle one or is refused.
 *
 * <p>The lock also guards the rate limiters of requests. Without the lock, a rate limiter could put a thread to sleep
 * while another thread uses the same rate limiter.
 */
public final class Clients {
    /** Assigns a plan to the client with {@code key}, or to all clients without a key in {@code network}. */
    public record Rule(
            String name, @Nullable ApiKey key, @Nullable Network network, Plan plan) {}

    /** The most clients without an API key, and the most simultaneous downloads and subscriptions of all clients. */
    public record Limits(int maxClients, int maxDownloads, int maxSubscribers) {}

    private final Throttle throttle;
    private final LongSupplier nanoClock;
    private final ClientTable table;
    private final Admissions admissions;
    private final LongAdder refused = new LongAdder();
    private volatile Consumer<Client> changed = _ -> {};

    /** Creates a table in which signed links grant no plan. */
    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this(throttle, rules, new Plans(rules, others, List.of()), limits, nanoClock);
    }

    public Clients(Throttle throttle, List<Rule> rules, Plans plans, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.nanoClock = nanoClock;
        this.table = new ClientTable(throttle, plans, rules, limits, nanoClock);
        this.admissions = new Admissions(limits);
    }

    /** Like {@link #enter(Sender, Use, Predicate)}, but without a signed link, and with no check of rights. */
    public Client enter(@Nullable String key, InetAddress remote, Use use) {
        return enter(new Sender(key, remote, null), use, _ -> true);
    }

    /**
     * Admits a download or subscription. The caller must call {@link #leave} when the download or subscription ends.
     *
     * @param allowed returns whether the rights of the client's plan allow the request
     * @throws RefusedException with the error response, if the request is refused
     */
    Client enter(Sender sender, Use use, Predicate<Rights> allowed) {
        Client client = counted(() -> admit(sender, use, allowed));
        changed.accept(client);
        return client;
    }

    private synchronized Client admit(Sender sender, Use use, Predicate<Rights> allowed) {
        Client client = table.find(sender);
        admissions.enter(client, use);
        table.busy(client);
        if (!allowed.test(client.plan().rights())) {
            leave(client, use); // which keeps the client until its requests no longer count
            throw new RefusedException(use.noRight());
        }
        return client;
    }

    /** See {@link Callers#publish}. */
    Client publisher(Sender sender) {
        return counted(() -> admitPublisher(sender));
    }

    private synchronized Client admitPublisher(Sender sender) {
        if (sender.digest == null && !table.planAt(sender.address).publish()) {
            throw new RefusedException(Problem.NO_KEY);
        }
        return asked(sender, Admissions::publish);
    }

    /** See {@link Callers#call}. */
    Client caller(Sender sender) {
        return counted(() -> asked(sender, Admissions::call));
    }

    private synchronized Client asked(Sender sender, Consumer<Client> admission) {
        Client client = table.find(sender);
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

    /** Returns the result of {@code admission}. If it throws a {@link RefusedException}, counts the refusal. */
    <T extends @Nullable Object> T counted(Supplier<T> admission) {
        try {
            return admission.get();
        } catch (RefusedException e) {
            refused.increment();
            throw e;
        }
    }

    /** Ends a download or subscription that {@link #enter} admitted. Call it once, after success or failure. */
    public void leave(Client client, Use use) {
        synchronized (this) {
            admissions.leave(client, use, nanoClock.getAsLong());
            if (client.isIdle()) {
                table.idle(client);
            }
        }
        changed.accept(client);
    }

    /** Sets the listener, which any thread tells of each client that enters or leaves. It must not block. */
    public void onChange(Consumer<Client> listener) {
        changed = listener;
    }

    /** Sets how many downloads and subscriptions a client has in other processes. They count towards its limits. */
    public synchronized void elsewhere(Client client, int downloads, int subscriptions) {
        client.elsewhere(downloads, subscriptions);
    }

    /**
     * Changes the plan that has the name of {@code plan}. Its clients with open downloads or subscriptions get the new
     * limits at once, its other clients with their next request. Only one thread at a time may call this method.
     */
    public void change(Plan plan) {
        throttle.change(busyOf(plan), plan.limits()); // outside the lock, because event loops wait for the lock
    }

    /** Replaces the plan that has this plan's name. Returns the shares of the plan's clients that are not idle. */
    private synchronized List<Share> busyOf(Plan plan) {
        return table.change(plan);
    }

    /** See {@link LiveLimits#assign}. Only one thread at a time may call this method or {@link #change}. */
    synchronized void assign(ApiKey key, String name, Plan plan) {
        table.assign(key, name, plan);
    }

    /** See {@link LiveLimits#revoke}. */
    void revoke(ApiKey key) {
        removed(key).ifPresent(Client::revoke); // outside the lock, because the ends of downloads take it
    }

    private synchronized Optional<Client> removed(ApiKey key) {
        return table.remove(key);
    }

    /** Returns at most {@code most} clients, ordered by the number of open downloads, the highest first. */
    public synchronized List<Client.Status> busiest(int most) {
        return table.all()
                .sorted(Comparator.comparingInt((Client client) -> client.active(Use.DOWNLOAD))
                        .reversed())
                .limit(most)
                .map(Client::status)
                .toList();
    }

    /** Returns the header fields {@code RateLimit} and {@code RateLimit-Policy}, or none if there is no rate limit. */
    public Map<String, String> fields(Client client) {
        return RateLimitFields.of(client.plan(), client.share(), nanoClock.getAsLong());
    }

    /** Returns the number of requests that were refused since the start of the server. */
    public long refused() {
        return refused.sum();
    }

    public synchronized int active(Use use) {
        return admissions.active(use);
    }
}
