package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * The fraction of one rate that this node may use, in units of {@link Part#WHOLE}. The fractions of all nodes never
 * exceed the whole, with one exception.
 * <ul>
 * <li>A node announces the fraction that it wants. From then on, it uses no more.
 * <li>It uses more only after it has received its own message. All nodes receive the messages in the same order, so it
 * then knows all earlier announcements. It uses what the other nodes leave, at most its announced fraction.
 * <li>The exception: a node that begins to use the rate may take the rate divided by the number of nodes for a few
 * rounds. Otherwise its first download would stall until the other nodes have reduced their use.
 * </ul>
 */
final class Holding {
    /** The number of rounds after which the other nodes have reduced their use for a new node. */
    private static final int BEGINNING = 3;

    /**
     * The inverse of the smallest change that a node announces, relative to the old fraction. A smaller change is not
     * worth its cost.
     */
    private static final int STEADY = 512;

    final Split others = new Split();

    private int rounds;
    private int told;
    /** Invariant: at most {@link #told}. */
    private int used;

    void begin(int nodes) {
        rounds = 0;
        told = Part.WHOLE / nodes;
        used = told;
    }

    /**
     * Chooses the fraction to announce with the next message. If the node uses more
     * now, reduces its use to this fraction.
     */
    void want(double need, double hunger, int nodes) {
        int wanted = (int) others.part(need, hunger);
        boolean isSteady = Math.abs(wanted - told) <= told / STEADY && wanted < Part.WHOLE;
        told = Math.max(isSteady ? told : wanted, least(nodes));
        used = Math.min(used, told);
    }

    /**
     * Raises the used fraction to {@link #told}, as far as the other nodes leave it. Call it after this node has
     * received its own message.
     */
    void answered(int nodes) {
        rounds++;
        used = Math.max((int) Math.min(told, others.left()), Math.min(told, least(nodes)));
    }

    private int least(int nodes) {
        return rounds < BEGINNING ? Part.WHOLE / nodes : 0;
    }

    /** Returns the announced fraction. */
    int told() {
        return told;
    }

    /** Returns the fraction that this node may use now. */
    int used() {
        return used;
    }
}
