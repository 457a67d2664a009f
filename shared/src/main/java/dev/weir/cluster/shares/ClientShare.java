package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.Use;
import dev.weir.throttle.ShareLimits;
import dev.weir.throttle.ShareLimits.Part;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;

/**
 * This node's share of one client's limits. It holds the fraction of the client's rate that this node may use ({@link
 * Holding}), the client's {@link Demand} here, and the numbers of downloads and streams that the client has on other
 * nodes. Fractions are in units of {@link Part#WHOLE}.
 */
final class ClientShare {
    /**
     * The time for which a client without downloads keeps its fraction, in case it soon begins another download. It is
     * shorter than the time for which the table of clients keeps the client.
     */
    private static final Duration LINGER = Duration.ofMillis(800);

    /** The resolution of weights in the throttle: the smallest weight has this number of units. */
    private static final int WEIGHTS = ShareLimits.WEIGHT_PARTS;

    final Client client;
    /** The key that identifies the client in messages, instead of its name. */
    final long key;

    private final Holding holding = new Holding();
    private final Demand demand;

    private int downloads;
    private int subscribers;
    private long busyNanos;
    private boolean active;
    private double need;
    private boolean hungry;
    private long othersWaiting;
    /** The result of the last call of {@link #apply}. The initial value differs from every result. */
    private Part applied = new Part(0, 0);

    private final Elsewhere elsewhere = new Elsewhere();

    ClientShare(Client client, int nodes, long nowNanos) {
        this.client = client;
        this.key = key(client.name());
        this.demand = new Demand(client.share(), nowNanos);
        this.busyNanos = nowNanos - LINGER.toNanos();
        holding.begin(nodes);
    }

    /**
     * Returns the first {@link Report#KEY_BITS} bits of the name's SHA-256 digest. The number of bits makes it
     * impractical to find another name with the same key.
     */
    private static long key(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() >>> (Long.SIZE - Report.KEY_BITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has it
        }
    }

    /** Takes a sample of the client's downloads, subscriptions and demand. */
    void look(Clients clients, int nodes, long nowNanos) {
        downloads = clients.active(client, Use.DOWNLOAD);
        subscribers = clients.active(client, Use.SUBSCRIPTION);
        demand.look(nowNanos);
        busyNanos = downloads > 0 ? nowNanos : busyNanos;
        boolean wasActive = active;
        active = nowNanos - busyNanos < LINGER.toNanos();
        if (active != wasActive) {
            holding.begin(nodes);
        }
    }

    /** Whether the client has a download on this node or had one a short time ago. */
    boolean isActive() {
        return active;
    }

    /** Whether the client is inactive and has no open download or stream on this node. */
    boolean hasEnded() {
        return !active && !isCounted();
    }

    boolean isCounted() {
        return downloads + subscribers > 0;
    }

    /**
     * Computes the need of the client on this node, or decides that the client is hungry ({@link Split}).
     *
     * @param globalLevel the bytes per second of the global rate that one unit of weight gets
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

    /** Chooses the fraction to announce with the next message, if the client is active. */
    void want(int nodes) {
        if (active) {
            holding.want(need, hunger(), nodes);
        }
    }

    /** The rate in bytes per second that the client would use on this node without the global limit. */
    double wants() {
        if (!demand.isBacklogged()) {
            return downloads == 0 ? 0 : demand.needs(client.plan().rate());
        }
        return client.plan().rate() == 0 ? Double.POSITIVE_INFINITY : usable();
    }

    /**
     * The weight of the client on this node, in 1 / {@link #WEIGHTS} of the smallest weight. Each node gets the
     * client's weight in proportion to the number of the client's downloads that wait there.
     */
    double weight() {
        return (double) client.plan().weight() * WEIGHTS * applied.ofWeight() / Part.WHOLE;
    }

    private double usable() {
        return (double) client.plan().rate() * holding.used() / Part.WHOLE;
    }

    /** Appends the client's entry of the {@link Report}. */
    void tell(StringBuilder text) {
        Report.putShare(text, key, hungry, (long) need, holding.told(), demand.waiting());
    }

    /** Appends the numbers of the client's downloads and streams on this node. */
    void tellCounts(StringBuilder text) {
        Report.putCounts(text, key, downloads, subscribers);
    }

    /** Forgets the reports of other nodes about this client's rate. */
    void clearShares() {
        holding.others.clear();
        othersWaiting = 0;
    }

    /** Adds the report of another node about this client's rate. */
    void addShare(boolean isHungry, long otherNeed, long held, long waiting) {
        holding.others.add(otherNeed, isHungry ? waiting : 0, held);
        othersWaiting += waiting;
    }

    /** The numbers of the client's downloads and streams on other nodes. */
    Elsewhere elsewhere() {
        return elsewhere;
    }

    void answered(int nodes) {
        if (active) {
            holding.answered(nodes);
        } else {
            holding.begin(nodes);
        }
    }

    /**
     * Computes the fractions of the client's rate and weight that this node may use. Returns them if they have changed
     * since the last call.
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
