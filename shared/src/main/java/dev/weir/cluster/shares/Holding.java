package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * The fraction of one rate that this node may use, in units of {@link Part#WHOLE}. The fractions of all nodes
 * together never exceed the whole, with one exception.
 * <ul>
 * <li>A node announces the fraction that it wants. From then on, it uses no more.
 * <li>A node uses more only after its own message has come back. All nodes receive the messages in the same order, so
 * the node then knows all earlier announcements. It uses its announced fraction, or what no other node has
 * announced if that is less.
 * <li>The exception: for a few rounds, a node that begins to use the rate may take the rate divided by the number of
 * nodes. Otherwise its first download would stall until the other nodes have reduced their use.
 * </ul>
 */
final class Holding {
    /** The number of rounds after which the other nodes have reduced their use for a new node. */
    private static final int BEGINNING = 3;

    /**
     * A node keeps its announced fraction if the wanted fraction differs by at most 1 / {@code STEADY} of it, except
     * to announce the whole. Such a small change is not worth its cost.
     */
    private static final int STEADY = 512;

    final Split others = new Split();

    private int rounds;
    private int told;
    /** The fraction that this node may use now. It is at most {@link #told}. */
    private int used;

    void begin(int nodes) {
        rounds = 0;
        told = Part.WHOLE / nodes;
        used = told;
    }

    /**
     * Chooses the fraction to announce with the next message. If the node uses more than this fraction now, reduces
     * its use.
     */
    void want(double need, double hunger, int nodes) {
        int wanted = (int) others.part(need, hunger);
        boolean isSteady = Math.abs(wanted - told) <= told / STEADY && wanted < Part.WHOLE;
        told = Math.max(isSteady ? told : wanted, least(nodes));
        used = Math.min(used, told);
    }

    /**
     * Sets the used fraction to {@link #told}, or to the fraction that no other node has announced if that is less.
     * Call this method after this node has received its own message.
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
