package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * The fraction of one rate that this node may use, in units of {@link Part#WHOLE}. The fractions of all nodes never add
 * up to more than the whole rate, apart from the exception below.
 *
 * <p>A node chooses the fraction that it wants and announces it with a message. From then on, it uses no more than this
 * fraction. It raises its use only when it has received its own message, because it then knows all announcements of
 * other nodes before this message. It raises its use to the announced fraction, or to the rest that the other nodes
 * leave if the rest is smaller. All nodes receive the messages in the same order. So the node whose message arrives
 * last knows the announcements of all others and uses only the rest.
 *
 * <p>A node that has just begun to use the rate is an exception. For a few rounds it may use the whole rate divided by
 * the number of nodes, although the other nodes have not reduced their use yet. Otherwise its first download would
 * stall during these rounds.
 */
final class Holding {
    /** The number of rounds after which the other nodes know this node and have reduced their use. */
    private static final int BEGINNING = 3;

    /**
     * The node announces a new fraction only if it differs by more than 1 / {@code STEADY} of the old one. A smaller
     * change is not worth its cost.
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
     * Chooses the fraction of the rate to announce with the next message. If the node now uses more than this fraction,
     * reduces its use to it.
     */
    void want(double need, double hunger, int nodes) {
        int wanted = (int) others.part(need, hunger);
        boolean isSteady = Math.abs(wanted - told) <= told / STEADY && wanted < Part.WHOLE;
        told = Math.max(isSteady ? told : wanted, least(nodes));
        used = Math.min(used, told);
    }

    /**
     * Raises the used fraction to the announced one, as far as the other nodes leave it. The caller has received the
     * message that announced {@link #told}.
     */
    void answered(int nodes) {
        rounds++;
        used = Math.max((int) Math.min(told, others.left()), Math.min(told, least(nodes)));
    }

    private int least(int nodes) {
        return rounds < BEGINNING ? Part.WHOLE / nodes : 0;
    }

    /** The announced fraction. This node uses no more. */
    int told() {
        return told;
    }

    /** The fraction that this node may use now. */
    int used() {
        return used;
    }
}
