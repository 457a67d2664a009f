package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;

/**
 * Computes this node's fraction of a rate from the reports of all nodes. {@link Part#WHOLE} stands for 100 %.
 *
 * <p>A node reports a <em>need</em>, which is a fraction of the rate, and a <em>hunger</em>, which is a weight. If
 * the needs exceed 100 %, the rate is divided in proportion to the needs. Otherwise, each node gets its need, and the
 * rest is divided in proportion to the hungers, or equally if all hungers are 0.
 *
 * <p>A node computes its need and its hunger from its demands, such as those of its clients. Each demand has a weight.
 * The {@link #level} tells how much one unit of weight gets if the latest reports still hold. A demand is small if it
 * is at most its weight times the level. The need is the sum of the small demands. The hunger is the sum of the weights
 * of the other demands. After a few rounds of reports, the division is max-min fair.
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
     * Adds the report of another node. Fractions are in units of 1 / {@link Part#WHOLE}.
     *
     * @param need the fraction of the rate that the other node needs
     * @param hunger the other node's weight when the rest of the rate is divided
     * @param holds the fraction that the other node has announced, and will not exceed ({@link Holding})
     */
    void add(long need, long hunger, long holds) {
        needs += need;
        hungers += hunger;
        held += holds;
        nodes++;
    }

    /**
     * Returns this node's fraction of the rate. If all nodes know the same reports, their fractions add up to 100 %.
     *
     * @param need the fraction that this node needs
     * @param hunger this node's weight when the rest of the rate is divided
     */
    double part(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return Part.WHOLE * need / (needs + need);
        }
        return need + (hungers + hunger > 0 ? rest * hunger / (hungers + hunger) : rest / (nodes + 1));
    }

    /**
     * Returns the fraction of the rate for one unit of hunger: 100 % minus the sum of all nodes' needs, divided by the
     * sum of all nodes' hungers. Returns 0 if the needs exceed 100 %. Otherwise returns infinity if all hungers are 0.
     *
     * @param need the fraction that this node needs
     * @param hunger this node's weight when the rest of the rate is divided
     */
    double level(double need, double hunger) {
        double rest = Part.WHOLE - needs - need;
        if (rest < 0) {
            return 0;
        }
        return hungers + hunger > 0 ? rest / (hungers + hunger) : Double.POSITIVE_INFINITY;
    }

    /** Returns 100 % minus the sum of the fractions that the other nodes have announced. Returns at least 0. */
    long left() {
        return Math.max(0, Part.WHOLE - held);
    }
}
