package dev.weir.clients;

import dev.weir.clients.watch.RequestKind;
import dev.weir.clients.watch.RequestWatch;
import dev.weir.network.Network;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Rights;
import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
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
 * signed link grants a plan, the client is identified by the address together with this plan. The number of clients
 * without an API key is limited. At the limit, a new client replaces an idle client or is refused.
 *
 * <p>The lock also guards the rate limiters of requests. If two threads used a rate limiter at once, the rate limiter
 * could put one of them to sleep.
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
    private volatile RequestWatch watch = RequestWatch.NONE;
    private volatile Consumer<Client> changed = _ -> {};

    /** Creates a {@code Clients} that refuses signed links that name a plan. */
    public Clients(Throttle throttle, List<Rule> rules, Plan others, Limits limits, LongSupplier nanoClock) {
        this(throttle, rules, new Plans(rules, others, List.of()), limits, nanoClock);
    }

    public Clients(Throttle throttle, List<Rule> rules, Plans plans, Limits limits, LongSupplier nanoClock) {
        this.throttle = throttle;
        this.nanoClock = nanoClock;
        this.table = new ClientTable(throttle, plans, rules, limits, nanoClock);
        this.admissions = new Admissions(limits);
    }

    /** Admits a download or event stream that has no signed link. Does not check the rights of the client. */
    public Client enter(@Nullable String key, InetAddress remote, Use use) {
        RequestKind kind = use == Use.DOWNLOAD ? RequestKind.DOWNLOAD : RequestKind.STREAM;
        return enter(kind, new Sender(key, remote, null, _ -> {}), use, _ -> true);
    }

    /**
     * Admits a download or subscription. The caller must call {@link #leave} when the download or subscription ends.
     *
     * @param allowed returns whether the rights of the client's plan allow the request
     * @throws RefusedException with the error response, if the request is refused
     */
    Client enter(RequestKind kind, Sender sender, Use use, Predicate<Rights> allowed) {
        Client client = admit(kind, sender, found -> open(found, use, allowed));
        changed.accept(client);
        return client;
    }

    private void open(Client client, Use use, Predicate<Rights> allowed) {
        admissions.enter(client, use);
        table.busy(client);
        if (!allowed.test(client.plan().rights())) {
            leave(client, use); // which keeps the client until its requests no longer count
            throw new RefusedException(use.noRight());
        }
    }

    Client publisher(Sender sender) {
        return admit(RequestKind.PUBLISH, sender, client -> ask(client, Admissions::publish));
    }

    Client caller(Sender sender) {
        return admit(RequestKind.SOAP, sender, client -> ask(client, Admissions::call));
    }

    private void ask(Client client, Consumer<Client> admission) {
        try {
            admission.accept(client);
        } finally {
            table.asked(client);
        }
    }

    private Client admit(RequestKind kind, Sender sender, Consumer<Client> admission) {
        Client client = locked(() -> find(kind, sender, admission));
        client.limit(throttle); // outside the lock, as in change
        return client;
    }

    /** Finds the client and passes it to {@code admission}. Reports a refusal to the {@link RequestWatch}. */
    private Client find(RequestKind kind, Sender sender, Consumer<Client> admission) {
        String plan = RequestWatch.NO_PLAN;
        try {
            Client client = kind == RequestKind.PUBLISH ? table.publisher(sender) : table.find(sender);
            plan = client.plan().name();
            sender.found.accept(client);
            admission.accept(client);
            return client;
        } catch (RefusedException e) {
            throw refused(kind, e, plan);
        }
    }

    synchronized void publishMore(Client client, int events) {
        try {
            Admissions.publishMore(client, events);
        } catch (RefusedException e) {
            throw refused(RequestKind.PUBLISH, e, client.plan().name());
        }
    }

    /** Reports the refusal of a request to the {@link RequestWatch}, and returns {@code refusal}. */
    RefusedException refused(RequestKind kind, RefusedException refusal, String plan) {
        watch.refused(kind, refusal.problem(), plan);
        return refusal;
    }

    /** Records the end of a download or subscription. Call this once for each admission, even after a failure. */
    public void leave(Client client, Use use) {
        synchronized (this) {
            admissions.leave(client, use, nanoClock.getAsLong());
            table.left(client);
        }
        changed.accept(client);
    }

    /** Sets the observer of all admissions and refusals. */
    public void watch(RequestWatch observer) {
        watch = observer;
    }

    RequestWatch watch() {
        return watch;
    }

    long nanoTime() {
        return nanoClock.getAsLong();
    }

    /** Sets a listener. It must not block. It gets the client of each {@code enter} or {@code leave}, on any thread. */
    public void onChange(Consumer<Client> listener) {
        changed = listener;
    }

    /** Sets how many downloads and subscriptions a client has in other processes. They count towards its limits. */
    public synchronized void elsewhere(Client client, int downloads, int subscriptions) {
        client.elsewhere(downloads, subscriptions);
    }

    /**
     * Replaces the plan with the same name. Its clients get the new limits at once if they have open downloads or
     * subscriptions, or else with their next request. Only one thread at a time may call this method.
     */
    public void change(Plan plan) {
        List<Share> busy = locked(() -> table.change(plan));
        throttle.change(busy, plan.limits()); // outside the lock, because event loops wait for the lock
    }

    /** Gives the client with this key a plan. Only one thread at a time may call this method or {@link #change}. */
    void assign(ApiKey key, String name, Plan plan) {
        List<Share> moved = locked(() -> table.assign(key, name, plan));
        throttle.change(moved, plan.limits()); // outside the lock, as in change
    }

    /** Removes the client with this key. The executor then ends the client's open downloads and subscriptions. */
    void revoke(ApiKey key, Executor executor) {
        Optional<Client> removed = locked(() -> table.remove(key));
        removed.ifPresent(client -> client.revoke(executor)); // outside the lock, which the ends of downloads take
    }

    private synchronized <T> T locked(Supplier<T> change) {
        return change.get();
    }

    /** Returns at most {@code most} clients. Clients with more open downloads come first. */
    public synchronized List<Client.Status> busiest(int most) {
        return table.busiest(most);
    }

    public synchronized int active(Use use) {
        return admissions.active(use);
    }
}
