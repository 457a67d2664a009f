package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * Divides one rate among the nodes that use it, from the reports of all other nodes.
 *
 * <p>A node reports a <em>need</em>, which is a fraction of the rate, and a <em>hunger</em>, which is a weight. Each
 * node gets its need. The hungry nodes share the rest in proportion to their hunger. If no node is hungry, all nodes
 * share the rest equally. If a node needs more than its weight would get of the rest ({@link #level}), it must report
 * hunger instead of need. After a few rounds, the division is max-min fair.
 *
 * <p>All fractions are in units of {@link Part#WHOLE}.
 */
final class Split {
    private long needs;
    private long hungers;
    private long held;
    private int nodes;

    /** Removes all other nodes. */
    void clear() {
        needs = 0;
        hungers = 0;
        held = 0;
        nodes = 0;
    }

    /**
     * Adds another node.
     *
     * @param holds the announced fraction of the node ({@link Holding})
     */
    void add(long need, long hunger, long holds) {
        needs += need;
        hungers += hunger;
        held += holds;
        nodes++;
    }

    /**
     * Returns the fraction of this node. If all nodes have the same reports, the fractions of all nodes add up to the
     * whole.
     */
    double part(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return Part.WHOLE * need / (needs + need);
        }
        return need + (hungers + hunger > 0 ? rest * hunger / (hungers + hunger) : rest / (nodes + 1));
    }

    /** Returns the fraction of the rate that one unit of hunger gets. It is infinite if no node is hungry. */
    double level(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return 0;
        }
        return hungers + hunger > 0 ? rest / (hungers + hunger) : Double.POSITIVE_INFINITY;
    }

    /** Returns the fraction that the other nodes leave. */
    long left() {
        return Math.max(0, Part.WHOLE - held);
    }
}
