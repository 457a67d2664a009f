package dev.weir.cluster;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Use;
import dev.weir.throttle.Guarded;
import dev.weir.throttle.Share;
import dev.weir.throttle.ShareLimits.Part;
import dev.weir.throttle.Throttle;
import io.lettuce.core.ScriptOutputType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Lets all nodes share the global rate, the rate of each client, and its limits of downloads and subscribers.
 *
 * <p>A node leases a part of each rate from Redis, and reports what it uses and wants. A client that several nodes have
 * is renewed about every 100 ms. A client that no other node has keeps its whole rate without a call. When another node
 * begins to serve it, Redis wakes the first one up.
 *
 * <p>While Redis does not answer, each node goes on with its last leases. A client that comes new gets its rate divided by
 * the number of nodes.
 *
 * <p>Confined to one thread, the timer of the link, except {@link #entered}, which any thread may call.
 */
public final class Leases implements LeaseCalls.Listener {
    static final RedisScript SCRIPT = RedisScript.of("clock.lua", "lease.lua");
    private static final long TICK_MILLIS = 20;

    private final LeaseCalls calls;
    private final Throttle throttle;
    private final Clients clients;
    private final LiveLimits limits;
    private final LongSupplier nanoClock;

    /** The clients of this node by name. Only the timer changes it. */
    private final ConcurrentMap<String, LeasedShare> leases = new ConcurrentHashMap<>();

    private final Queue<Client> newcomers = new ConcurrentLinkedQueue<>();
    private final LeasedGlobal global = new LeasedGlobal();
    private int appliedOfGlobal = Part.WHOLE;
    private int nodes = 1;
    private long sweptNanos;

    /** @param executor runs what follows an answer, on the thread that calls {@link #tick} */
    Leases(
            LeaseTable table,
            Executor executor,
            Throttle throttle,
            Clients clients,
            LiveLimits limits,
            LongSupplier nanoClock) {
        long nowNanos = nanoClock.getAsLong();
        this.calls = new LeaseCalls(table, executor, this, nowNanos);
        this.throttle = throttle;
        this.clients = clients;
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.sweptNanos = nowNanos - LeaseCalls.SLICE.toNanos();
        clients.onEnter(this::entered);
    }

    /** Begins to share with the other nodes of this Redis. It goes on until the link is closed. */
    public static Leases start(
            RedisLink link, Throttle throttle, Clients clients, LiveLimits limits, LongSupplier nanoClock) {
        LeaseTable table =
                (keys, arguments) -> SCRIPT.run(link, ScriptOutputType.MULTI, keys, arguments.toArray(String[]::new));
        Leases leases = new Leases(table, task -> link.later(task, 0), throttle, clients, limits, nanoClock);
        leases.again(link);
        return leases;
    }

    private void again(RedisLink link) {
        link.later(
                () -> {
                    Guarded.run(this::tick);
                    again(link);
                },
                TICK_MILLIS);
    }

    private void entered(Client client) {
        LeasedShare known = leases.get(client.name());
        if (known == null || known.client != client) {
            newcomers.add(client);
        }
    }

    /** Does what is due now. Call it several times in a slice. */
    void tick() {
        long nowNanos = nanoClock.getAsLong();
        for (Client client = newcomers.poll(); client != null; client = newcomers.poll()) {
            begin(client, nowNanos);
        }
        if (nowNanos - sweptNanos >= LeaseCalls.SLICE.toNanos()) {
            sweptNanos = nowNanos;
            sweep(nowNanos);
        }
        calls.callIfDue(leases.isEmpty(), nowNanos);
    }

    private void begin(Client client, long nowNanos) {
        LeasedShare known = leases.get(client.name());
        if (known != null && known.client == client) {
            return;
        }
        LeasedShare lease = new LeasedShare(client, global, nowNanos);
        leases.put(lease.name, lease);
        look(lease, nowNanos);
        apply(List.of(lease));
        calls.add(lease);
    }

    private void sweep(long nowNanos) {
        global.begin(limits.global().rate());
        for (LeasedShare lease : leases.values()) {
            look(lease, nowNanos);
            global.add(lease);
            if (lease.hasEnded()) {
                end(lease, nowNanos);
            } else if (lease.isDue(nowNanos)) {
                calls.add(lease);
            }
        }
        if (global.isDue()) {
            calls.add(global);
        }
        apply(leases.values());
    }

    private void look(LeasedShare lease, long nowNanos) {
        lease.look(
                clients.active(lease.client, Use.DOWNLOAD), clients.active(lease.client, Use.SUBSCRIPTION), nowNanos);
    }

    private void end(LeasedShare lease, long nowNanos) {
        apply(List.of(lease));
        leases.remove(lease.name);
        clients.elsewhere(lease.client, 0, 0);
        if (lease.isSent()) {
            calls.add(lease);
        } else {
            calls.remove(lease);
        }
        if (clients.active(lease.client, Use.DOWNLOAD) + clients.active(lease.client, Use.SUBSCRIPTION) > 0) {
            begin(lease.client, nowNanos); // it came back just before it was removed, so entered has found it
        }
    }

    @Override
    public void answered(int number, List<LeasedBucket> renewed, List<?> woken) {
        nodes = number;
        for (Object name : woken) {
            LeasedShare lease = leases.get((String) name);
            if (lease != null) {
                calls.add(lease);
            }
        }
        apply(renewed.stream()
                .filter(bucket -> leases.get(bucket.name) == bucket)
                .map(LeasedShare.class::cast)
                .toList());
    }

    @Override
    public void forgotten() {
        global.forget();
        leases.values().forEach(lease -> {
            lease.forget();
            calls.add(lease);
        });
    }

    /** Applies changed leases to the throttle, and changed counts of other nodes to the limits of admission. */
    private void apply(Collection<LeasedShare> changed) {
        Map<Share, Part> parts = new HashMap<>();
        for (LeasedShare lease : changed) {
            lease.apply(nodes).ifPresent(part -> parts.put(lease.client.share(), part));
            if (lease.countsChanged()) {
                clients.elsewhere(
                        lease.client, lease.lease().downloads(), lease.lease().subscribers());
            }
        }
        if (!parts.isEmpty()) {
            throttle.lease(parts);
        }
        int ofGlobal = global.partOfRate(nodes);
        if (ofGlobal != appliedOfGlobal) {
            appliedOfGlobal = ofGlobal;
            throttle.lease(new Part(ofGlobal, Part.WHOLE));
        }
    }
}
