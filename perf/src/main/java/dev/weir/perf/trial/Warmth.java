package dev.weir.perf.trial;

import dev.weir.perf.result.WarmUp;
import dev.weir.perf.server.Usage;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides after each cycle of the warm-up whether the server is warm: what a unit costs has stopped moving, and the
 * compilers have stopped working.
 *
 * <p>A server that is not warm when the last cycle is over is measured all the same, and the results say so.
 */
public final class Warmth {
    private static final int CYCLES = 3;
    private static final double SPREAD = 1.03;
    private static final double MOST_JIT = 0.02;

    private final int most;
    private final List<Double> costs = new ArrayList<>();
    private boolean compiling = true;

    /**
     * Knows nothing yet.
     *
     * @param most cycles, after which it is enough
     */
    public Warmth(int most) {
        this.most = most;
    }

    /** Takes in what one cycle used for its units. */
    public void add(Usage.Spent spent, double units) {
        costs.add(spent.ownSeconds() / units);
        compiling = spent.jitSeconds() > MOST_JIT * spent.cpuSeconds();
    }

    public boolean isOver() {
        return isStable() || costs.size() >= most;
    }

    WarmUp warmUp() {
        return new WarmUp(costs.size(), isStable());
    }

    private boolean isStable() {
        if (compiling || costs.size() < CYCLES) {
            return false;
        }
        List<Double> last = costs.subList(costs.size() - CYCLES, costs.size());
        double least = last.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double highest = last.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        // A cycle in which nothing was done cost infinitely much, each time alike.
        return Double.isFinite(highest) && highest <= least * SPREAD;
    }
}
