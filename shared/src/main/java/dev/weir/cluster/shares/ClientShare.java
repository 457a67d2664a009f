package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Use;
import dev.weir.throttle.ShareLimits;
import dev.weir.throttle.ShareLimits.Part;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The part of one client's limits that this node may use. The other nodes use the rest. The part depends on the
 * client's {@link Demand} on each node, and on the client's downloads and streams on the other nodes. Fractions are
 * numbers from 0 to {@link Part#WHOLE}, which stands for 100 %.
 */
final class ClientShare {
    /**
     * A client keeps its fraction of the rate for this time after its last download, because another download may begin
     * soon. The server must remember an idle client for longer than this time.
     */
    private static final Duration LINGER = Duration.ofMillis(800);

    /** Each weight is multiplied by this factor, so that several nodes can divide even the weight 1. */
    private static final int WEIGHTS = ShareLimits.WEIGHT_PARTS;

    final Client client;
    /** Identifies the client in the messages between nodes. */
    final long key;

    final EntryTable.Entry entry = new EntryTable.Entry();
    final EntryTable.Entry countEntry = new EntryTable.Entry();
    final Elsewhere elsewhere = new Elsewhere();
    /** The index of this object in the list of all clients in {@link OwnClients}. */
    int index;
    /** The latest time slice for which {@link OwnClients#due} chose this client. Slices are numbered from 1. */
    long dueSlice;

    private final AtomicBoolean changed = new AtomicBoolean();

    private final Holding holding = new Holding();
    private final Demand demand;

    private int downloads;
    private int subscribers;
    private long busyNanos;
    private boolean active;
    private double need;
    private boolean hungry;
    private long othersWaiting;
    /**
     * The part that {@link #apply} last computed. The first value is one that {@code apply} never computes, so that the
     * first result counts as a change.
     */
    private Part applied = new Part(0, 0);

    ClientShare(Client client, int nodes, long nowNanos) {
        this.client = client;
        this.key = Report.key(client.name());
        this.demand = new Demand(client.share(), nowNanos);
        this.busyNanos = nowNanos - LINGER.toNanos();
        holding.begin(nodes);
    }

    /** Reads the client's current downloads and streams, and updates its {@link Demand}. */
    void look(int nodes, long nowNanos) {
        int downloadsBefore = downloads;
        downloads = client.active(Use.DOWNLOAD);
        subscribers = client.active(Use.SUBSCRIPTION);
        demand.look(nowNanos);
        busyNanos = downloadsBefore + downloads > 0 ? nowNanos : busyNanos; // the last look may be seconds ago
        boolean wasActive = active;
        active = nowNanos - busyNanos < LINGER.toNanos();
        if (active != wasActive) {
            holding.begin(nodes);
        }
    }

    /** Whether the client has a download on this node, or had one within the last {@link #LINGER}. */
    boolean isActive() {
        return active;
    }

    /** Whether the client is not {@link #isActive active} and has no open event stream on this node. */
    boolean hasEnded() {
        return !active && !isCounted();
    }

    boolean isCounted() {
        return downloads + subscribers > 0;
    }

    /**
     * Computes the client's demand on this node: either a need or a hunger ({@link Split}). Each node gets its need,
     * which is a fraction of the client's rate. The rest of the rate is divided in proportion to the nodes' hungers.
     *
     * @param globalLevel how much of the global rate one unit of {@link #weight} gets, in bytes per second
     */
    void demand(double globalLevel) {
        double level = holding.others.level(need, hunger());
        long rate = client.plan().rate();
        if (rate == 0) { // without a limit; the fractions matter when an operator sets one
            need = 0;
            hungry = downloads > 0;
            return;
        }
        need = downloads == 0 ? 0 : Math.min(Part.WHOLE, demand.needs(rate) * Part.WHOLE / rate);
        // If the global bucket allows less than this node's fraction, a larger fraction would change nothing.
        boolean isLimited = demand.isBacklogged() && usable() <= weight() * globalLevel;
        hungry = downloads > 0 && (isLimited || need > demand.waiting() * level);
        need = hungry ? 0 : need;
    }

    private double hunger() {
        return hungry ? demand.waiting() : 0;
    }

    /** Chooses the fraction of the client's rate that this node announces to the other nodes in its next message. */
    void want(int nodes) {
        if (active) {
            holding.want(need, hunger(), nodes);
        }
    }

    /** Returns how many bytes per second the client would use here without the global limit. May be infinite. */
    double wants() {
        if (!demand.isBacklogged()) {
            return downloads == 0 ? 0 : demand.needs(client.plan().rate());
        }
        return client.plan().rate() == 0 ? Double.POSITIVE_INFINITY : usable();
    }

    /**
     * Returns the client's weight on this node, multiplied by {@link #WEIGHTS}. The nodes divide the client's weight in
     * proportion to the client's waiting downloads on each node.
     */
    double weight() {
        return (double) client.plan().weight() * WEIGHTS * applied.ofWeight() / Part.WHOLE;
    }

    private double usable() {
        return (double) client.plan().rate() * holding.used() / Part.WHOLE;
    }

    Report.Claim claim() {
        return new Report.Claim(hungry, (long) need, holding.told(), demand.waiting());
    }

    Report.Counts counts() {
        return new Report.Counts(downloads, subscribers);
    }

    void clearShares() {
        holding.others.clear();
        othersWaiting = 0;
    }

    /** Adds another node's report ({@link Report.Claim}) about this client. */
    void addShare(Report.Claim claim) {
        holding.others.add(claim.need(), claim.isHungry() ? claim.waiting() : 0, claim.held());
        othersWaiting += claim.waiting();
    }

    /**
     * Whether this node's part of the client's limits stays the same until the client's downloads or streams change, or
     * another node sends a report about the client.
     */
    boolean isSettled() {
        return othersWaiting == 0 && (!active || (downloads > 0 && holding.isSettled()));
    }

    /** Marks that the downloads or streams have changed. Returns false if already marked. Any thread may call this. */
    boolean markChanged() {
        return changed.compareAndSet(false, true);
    }

    void clearChanged() {
        changed.set(false);
    }

    void answered(int nodes, boolean mayGrow) {
        if (active) {
            holding.answered(nodes, mayGrow);
        } else {
            holding.begin(nodes);
        }
    }

    /** Computes this node's fractions of the client's rate and weight. Returns empty if they have not changed. */
    Optional<Part> apply() {
        long waiting = demand.waiting();
        long weight =
                active ? Math.max(1, Math.round((double) WEIGHTS * waiting / (waiting + othersWaiting))) : WEIGHTS;
        Part part = new Part(holding.used(), (int) (weight * (Part.WHOLE / WEIGHTS)));
        boolean isNews = !part.equals(applied);
        applied = part;
        return isNews ? Optional.of(part) : Optional.empty();
    }
}
