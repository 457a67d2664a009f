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
     * A client keeps its fraction for this time after its last download, because it may soon begin another download.
     * The server must remember an idle client for a longer time.
     */
    private static final Duration LINGER = Duration.ofMillis(800);

    /** All weights are multiplied by this factor. Then even a fraction of the smallest weight is an integer. */
    private static final int WEIGHTS = ShareLimits.WEIGHT_PARTS;

    final Client client;
    /** Identifies the client in the messages between nodes. */
    final long key;

    final EntryTable.Entry entry = new EntryTable.Entry();
    final EntryTable.Entry countEntry = new EntryTable.Entry();
    final Elsewhere elsewhere = new Elsewhere();
    /** The place in the list of {@link OwnClients}. */
    int index;
    /** The number of the last slice in which this client was due. */
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
     * The last result of {@link #apply}. At first a value that {@code apply} never returns, so its first result counts
     * as a change.
     */
    private Part applied = new Part(0, 0);

    ClientShare(Client client, int nodes, long nowNanos) {
        this.client = client;
        this.key = Report.key(client.name());
        this.demand = new Demand(client.share(), nowNanos);
        this.busyNanos = nowNanos - LINGER.toNanos();
        holding.begin(nodes);
    }

    /** Samples the client's demand. */
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
     * Computes the client's demand on this node: either a need, which is a fraction of the client's rate, or a hunger,
     * which is a weight ({@link Split}).
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

    /** Chooses the fraction of the client's rate that this node announces in its next message. */
    void want(int nodes) {
        if (active) {
            holding.want(need, hunger(), nodes);
        }
    }

    /** The bytes per second that the client would use on this node without the global limit; may be infinite. */
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

    /** Adds what another node tells about this client. */
    void addShare(Report.Claim claim) {
        holding.others.add(claim.need(), claim.isHungry() ? claim.waiting() : 0, claim.held());
        othersWaiting += claim.waiting();
    }

    /** Whether the part stays as it is until another node reports the client, or its downloads or streams change. */
    boolean isSettled() {
        return othersWaiting == 0 && (!active || (downloads > 0 && holding.isSettled()));
    }

    /** Notes a change of the downloads or streams. Returns false if one is noted already. Any thread may call this. */
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

    /**
     * Computes the fractions of the client's rate and weight that this node may use now. Returns them, or empty if they
     * are the same as at the last call.
     */
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
