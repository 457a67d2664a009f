package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * The part of one rate that this node uses.
 *
 * <p>Before it sends a message, the node chooses the part that it wants, and tells it. It uses no more from then on. When
 * its own message comes back, it knows what all other nodes had told before. Only then it may use more, and no more than
 * they leave. Of all nodes, the one whose message came last has seen the messages of all others. So the parts that all
 * nodes use never exceed the whole together.
 *
 * <p>A node that begins is the exception. For a few rounds it uses the whole divided by the number of nodes, until the
 * others have made room. Otherwise a download that begins would not move until then.
 */
final class Holding {
    /** The rounds that the others need to learn of this node, and to make room for it. */
    private static final int BEGINNING = 3;

    /** A change by less than this part of the part is not worth its cost. */
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

    /** Chooses the part to tell with the next message. */
    void want(double need, double hunger, int nodes) {
        int wanted = (int) others.part(need, hunger);
        boolean isSteady = Math.abs(wanted - told) <= told / STEADY && wanted < Part.WHOLE;
        told = Math.max(isSteady ? told : wanted, least(nodes));
        used = Math.min(used, told);
    }

    /** Takes what the others leave, when the message with {@link #told} has come back. */
    void answered(int nodes) {
        rounds++;
        used = Math.max((int) Math.min(told, others.left()), Math.min(told, least(nodes)));
    }

    private int least(int nodes) {
        return rounds < BEGINNING ? Part.WHOLE / nodes : 0;
    }

    /** The largest part that this node uses, as the others know it. */
    int told() {
        return told;
    }

    /** The part that this node may use now. */
    int used() {
        return used;
    }
}
