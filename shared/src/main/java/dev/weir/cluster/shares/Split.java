package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * Divides one rate among nodes, from their reports. Fractions are in units of {@link Part#WHOLE}.
 *
 * <p>A node reports a <em>need</em>, which is a fraction of the rate, and a <em>hunger</em>, which is a weight. Either
 * may be 0. Each node gets its need. The hungry nodes share the rest in proportion to their hunger. Without a hungry
 * node, all share the rest equally.
 *
 * <p>A node must report a demand as hunger if the demand exceeds its weight times the {@link #level}. After a few
 * rounds, the division is then max-min fair.
 */
final class Split {
    private long needs;
    private long hungers;
    private long held;
    private int nodes;

    void clear() {
        needs = 0;
        hungers = 0;
        held = 0;
        nodes = 0;
    }

    /**
     * Adds another node.
     *
     * @param holds its announced fraction ({@link Holding})
     */
    void add(long need, long hunger, long holds) {
        needs += need;
        hungers += hunger;
        held += holds;
        nodes++;
    }

    /** Returns the fraction of this node. If all nodes have the same reports, all fractions add up to the whole. */
    double part(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return Part.WHOLE * need / (needs + need);
        }
        return need + (hungers + hunger > 0 ? rest * hunger / (hungers + hunger) : rest / (nodes + 1));
    }

    /** Returns the fraction for one unit of hunger. It is infinite if no node is hungry. */
    double level(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return 0;
        }
        return hungers + hunger > 0 ? rest / (hungers + hunger) : Double.POSITIVE_INFINITY;
    }

    /** Returns the fraction of the rate that no other node has announced. */
    long left() {
        return Math.max(0, Part.WHOLE - held);
    }
}
