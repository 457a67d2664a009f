package dev.weir.cluster;

import dev.weir.clients.Client;
import dev.weir.throttle.ShareLimits;
import dev.weir.throttle.ShareLimits.Part;
import java.time.Duration;
import java.util.Optional;

/** The bucket of one client, and its numbers of downloads and subscribers. */
final class LeasedShare extends LeasedBucket {
    /** A client that comes back within this time still has its lease. The table of clients keeps it for longer. */
    private static final Duration LINGER = Duration.ofMillis(800);
    /** The longest time until a client that no other node has reports changed counts. */
    private static final Duration ALONE = Duration.ofMillis(500);
    /** The time after which an unchanged claim is sent again. It is far below the time for which Redis keeps it. */
    private static final Duration UNCHANGED = Duration.ofSeconds(20);

    final Client client;
    private final Demand demand;
    /** The level of the global bucket, see {@link Lease#level}. */
    private final LeasedGlobal global;

    private int downloads;
    private int subscribers;
    private long busyNanos;
    private long lookedNanos;
    private long sentNanos;
    private boolean active;
    /** Differs at first from every part that {@link #apply} returns. */
    private Part applied = new Part(0, 0);

    private int appliedDownloads;
    private int appliedSubscribers;

    LeasedShare(Client client, LeasedGlobal global, long nowNanos) {
        super(client.name());
        this.client = client;
        this.global = global;
        this.demand = new Demand(client.share(), nowNanos);
        this.busyNanos = nowNanos - LINGER.toNanos();
    }

    /** Takes a sample of what the client uses and wants. */
    void look(int openDownloads, int openSubscribers, long nowNanos) {
        downloads = openDownloads;
        subscribers = openSubscribers;
        demand.look(nowNanos);
        lookedNanos = nowNanos;
        busyNanos = openDownloads > 0 ? nowNanos : busyNanos;
        active = nowNanos - busyNanos < LINGER.toNanos();
    }

    @Override
    boolean isActive() {
        return active;
    }

    /** Whether the client has left this node. */
    boolean hasEnded() {
        return !active && downloads == 0 && subscribers == 0;
    }

    /** Whether a claim is to be sent now. */
    boolean isDue(long nowNanos) {
        Claim sent = sent();
        boolean counted = sent.downloads() == downloads && sent.subscribers() == subscribers;
        boolean alone = lease().others() == 0;
        long sinceNanos = nowNanos - sentNanos;
        return sent.active() != active
                || (active && !alone)
                || (!counted && (!alone || sinceNanos > ALONE.toNanos()))
                || sinceNanos > UNCHANGED.toNanos();
    }

    @Override
    Claim send() {
        sentNanos = lookedNanos;
        return super.send();
    }

    @Override
    Claim claim() {
        if (hasEnded()) {
            return Claim.END;
        }
        long rate = client.plan().rate();
        if (!active) {
            return new Claim(rate, 0, 0, 0, downloads, subscribers, false);
        }
        long base = demand.needs(rate);
        // If the global bucket allows less than the lease, a larger lease would change nothing.
        boolean isLimited =
                demand.isBacklogged() && leased() <= weight() * global.lease().level();
        boolean isHungry = isLimited || base > demand.waiting() * lease().level();
        return new Claim(
                rate,
                isHungry ? 0 : base,
                isHungry ? demand.waiting() : 0,
                demand.waiting(),
                downloads,
                subscribers,
                true);
    }

    /** The bytes a second that the client would use on this node if the global bucket had no limit. */
    double wants() {
        long rate = client.plan().rate();
        if (!demand.isBacklogged()) {
            return demand.needs(rate);
        }
        return rate == 0 ? Double.POSITIVE_INFINITY : leased();
    }

    /** The client's weight on this node: its part of the client's demand, in parts of the smallest weight. */
    double weight() {
        double whole = (double) client.plan().weight() * ShareLimits.WEIGHT_PARTS;
        return whole * applied.ofWeight() / Part.WHOLE;
    }

    private double leased() {
        return (double) client.plan().rate() * applied.ofRate() / Part.WHOLE;
    }

    /** Returns the part of the client's limits that this node may use, if it has changed since the last call. */
    Optional<Part> apply(int nodes) {
        long elsewhere = active ? lease().waiting() : 0;
        Part part = new Part(partOfRate(nodes), Part.of(demand.waiting(), demand.waiting() + elsewhere));
        boolean isNews = !part.equals(applied);
        applied = part;
        return isNews ? Optional.of(part) : Optional.empty();
    }

    /** Returns whether the counts of other nodes have changed since the last call. */
    boolean countsChanged() {
        boolean changed = appliedDownloads != lease().downloads() || appliedSubscribers != lease().subscribers();
        appliedDownloads = lease().downloads();
        appliedSubscribers = lease().subscribers();
        return changed;
    }
}
