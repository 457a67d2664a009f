package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * The fraction of a rate that this node may use. {@link Part#WHOLE} stands for 100 %. All nodes together use at most
 * 100 %, with one exception.
 * <ul>
 * <li>A node announces the fraction that it wants. If the node uses more than that, it reduces its use at once.
 * <li>A node increases its use only after it has received its own announcement. All nodes receive the messages in the
 *     same order, so the node then knows all earlier announcements. It uses at most 100 % minus the sum of the
 *     fractions that the other nodes have announced.
 * <li>The exception: a node that begins to use the rate may use an equal share at once, which is the rate divided by
 *     the number of nodes. The other nodes reduce their use within a few rounds of messages.
 * </ul>
 */
final class Holding {
    /**
     * For this number of message rounds, a node that has just begun to use the rate may use an equal share, which is
     * the rate divided by the number of nodes. The announcements of other nodes do not reduce this share.
     */
    private static final int BEGINNING = 3;

    /**
     * A node announces a new fraction only if the change is more than 1 / {@code STEADY} of the old fraction. A change
     * to 100 % ({@link Part#WHOLE}) is announced however small it is.
     */
    private static final int STEADY = 512;

    final Split others = new Split();

    private int rounds;
    private int told;
    /**
     * The fraction of the rate that this node may use now. {@link Part#WHOLE} stands for 100 %. The fraction is at most
     * {@link #told}.
     */
    private int used;

    void begin(int nodes) {
        rounds = 0;
        told = Part.WHOLE / nodes;
        used = told;
    }

    /**
     * Chooses the fraction of the rate that this node announces in its next message. From now on, the node may use at
     * most this fraction.
     *
     * @param need the fraction that this node needs
     * @param hunger this node's weight when the nodes divide the part of the rate that no node needs ({@link Split})
     */
    void want(double need, double hunger, int nodes) {
        int wanted = (int) others.part(need, hunger);
        boolean isSteady = Math.abs(wanted - told) <= told / STEADY && wanted < Part.WHOLE;
        told = Math.max(isSteady ? told : wanted, least(nodes));
        used = Math.min(used, told);
    }

    /**
     * Updates the usable fraction after this node has received its own announcement. The node may use the fraction that
     * it has announced, but at most 100 % minus the fractions that the other nodes have announced. In its first
     * {@link #BEGINNING} rounds, the maximum is at least an equal share: 100 % divided by the number of nodes.
     *
     * @param mayGrow whether the fraction may grow; false if this node may have missed an announcement of another node
     */
    void answered(int nodes, boolean mayGrow) {
        rounds++;
        int most = Math.max((int) Math.min(told, others.left()), Math.min(told, least(nodes)));
        used = mayGrow ? most : Math.min(used, most);
    }

    /** Whether the node uses 100 % of the rate, and is past its first {@link #BEGINNING} rounds of messages. */
    boolean isSettled() {
        return rounds >= BEGINNING && told == Part.WHOLE && used == Part.WHOLE;
    }

    private int least(int nodes) {
        return rounds < BEGINNING ? Part.WHOLE / nodes : 0;
    }

    /** Returns the fraction of the rate that this node announces. {@link Part#WHOLE} stands for 100 %. */
    int told() {
        return told;
    }

    /** Returns the fraction of the rate that this node may use now. {@link Part#WHOLE} stands for 100 %. */
    int used() {
        return used;
    }
}
