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

/** This node's share of the rate of one client, and of its limits of downloads and subscribers. */
final class ClientShare {
    /** A client that comes back within this time still has its part. The table of clients keeps it for longer. */
    private static final Duration LINGER = Duration.ofMillis(800);

    /** The throttle divides the smallest weight into these parts. */
    private static final int WEIGHTS = ShareLimits.WEIGHT_PARTS;

    final Client client;
    /** Stands for the client's name in messages. */
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
    /** Differs at first from every part that {@link #apply} returns. */
    private Part applied = new Part(0, 0);

    private final Elsewhere elsewhere = new Elsewhere();

    ClientShare(Client client, int nodes, long nowNanos) {
        this.client = client;
        this.key = key(client.name());
        this.demand = new Demand(client.share(), nowNanos);
        this.busyNanos = nowNanos - LINGER.toNanos();
        holding.begin(nodes);
    }

    /** Returns so many bits of a digest that nobody can find another name with the same ones. */
    private static long key(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() >>> (Long.SIZE - Report.KEY_BITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has it
        }
    }

    /** Takes a sample of what the client uses and wants. */
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

    /** Whether the client needs a part of the rate now. */
    boolean isActive() {
        return active;
    }

    /** Whether the client has left this node. */
    boolean hasEnded() {
        return !active && !isCounted();
    }

    boolean isCounted() {
        return downloads + subscribers > 0;
    }

    /**
     * Decides what the client needs here.
     *
     * @param globalLevel bytes a second that the global bucket allows for one unit of weight
     */
    void demand(double globalLevel) {
        double level = holding.others.level(need, hunger());
        long rate = client.plan().rate();
        if (rate == 0) { // the parts count when the client gets a limit
            need = 0;
            hungry = downloads > 0;
            return;
        }
        need = downloads == 0 ? 0 : Math.min(Part.WHOLE, demand.needs(rate) * Part.WHOLE / rate);
        // If the global bucket allows less than the part, a larger part would change nothing.
        boolean isLimited = demand.isBacklogged() && usable() <= weight() * globalLevel;
        hungry = downloads > 0 && (isLimited || need > demand.waiting() * level);
        need = hungry ? 0 : need;
    }

    private double hunger() {
        return hungry ? demand.waiting() : 0;
    }

    /** Chooses the part to tell with the next message. */
    void want(int nodes) {
        if (active) {
            holding.want(need, hunger(), nodes);
        }
    }

    /** Bytes a second that the client would use on this node if the global bucket had no limit. */
    double wants() {
        if (!demand.isBacklogged()) {
            return downloads == 0 ? 0 : demand.needs(client.plan().rate());
        }
        return client.plan().rate() == 0 ? Double.POSITIVE_INFINITY : usable();
    }

    /** The client's weight on this node: its part of the client's demand, in parts of the smallest weight. */
    double weight() {
        return (double) client.plan().weight() * WEIGHTS * applied.ofWeight() / Part.WHOLE;
    }

    private double usable() {
        return (double) client.plan().rate() * holding.used() / Part.WHOLE;
    }

    /** Appends what this node tells the others of the client. */
    void tell(StringBuilder text) {
        Report.putShare(text, key, hungry, (long) need, holding.told(), demand.waiting());
    }

    /** Appends how many downloads and streams the client has here. */
    void tellCounts(StringBuilder text) {
        Report.putCounts(text, key, downloads, subscribers);
    }

    /** Forgets what the others have told of the client's share. */
    void clearShares() {
        holding.others.clear();
        othersWaiting = 0;
    }

    /** Adds what another node has told of the client's share. */
    void addShare(boolean isHungry, long otherNeed, long held, long waiting) {
        holding.others.add(otherNeed, isHungry ? waiting : 0, held);
        othersWaiting += waiting;
    }

    /** The downloads and streams of the client on other nodes. */
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

    /** Returns the part of the client's limits that this node may use, if it has changed since the last call. */
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
