package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * The division of one rate among the nodes that use it, by what all other nodes have told.
 *
 * <p>A node has a <em>need</em>, which is a part of the rate, and a <em>hunger</em>, which is its weight in the rest. Each
 * node gets its need. The rest goes to the hungry nodes by their weights, or to all nodes if none is hungry. A node that
 * needs more than its weight gets of the rest must call itself hungry instead ({@link #level}). So the division becomes
 * max-min fair after a few rounds.
 *
 * <p>All parts are in units of {@link Part#WHOLE}.
 */
final class Split {
    private long needs;
    private long hungers;
    private long held;
    private int nodes;

    /** Forgets all other nodes. */
    void clear() {
        needs = 0;
        hungers = 0;
        held = 0;
        nodes = 0;
    }

    /**
     * Adds another node.
     *
     * @param holds the largest part that the node uses until it tells another one
     */
    void add(long need, long hunger, long holds) {
        needs += need;
        hungers += hunger;
        held += holds;
        nodes++;
    }

    /** Returns the part of this node. If all nodes know the same, their parts add up to the whole. */
    double part(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return Part.WHOLE * need / (needs + need);
        }
        return need + (hungers + hunger > 0 ? rest * hunger / (hungers + hunger) : rest / (nodes + 1));
    }

    /** Returns the part of the rate for one unit of hunger. It is infinite if all nodes have what they need. */
    double level(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return 0;
        }
        return hungers + hunger > 0 ? rest / (hungers + hunger) : Double.POSITIVE_INFINITY;
    }

    /** Returns the part that no other node holds. */
    long left() {
        return Math.max(0, Part.WHOLE - held);
    }
}
