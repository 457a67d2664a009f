package dev.weir.perf.trial;

import dev.weir.perf.result.Raw;
import dev.weir.perf.server.Usage;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides after each cycle of the warm-up whether the server is warm: a unit has stopped getting cheaper, and the
 * compilers have stopped working.
 *
 * <p>Not whether it costs the same in each cycle: on a machine with neighbours it may cost a third more at any time, and a
 * warm server would have to wait for luck.
 *
 * <p>A server that is not warm when the last cycle is over is measured all the same, and the results say so.
 */
public final class Warmth {
    private static final int LAST = 2;
    private static final double CHEAPER = 0.97;
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

    Raw.WarmUp warmUp() {
        return new Raw.WarmUp(costs.size(), isStable());
    }

    private boolean isStable() {
        if (compiling || costs.size() <= LAST) {
            return false;
        }
        double before = least(costs.subList(0, costs.size() - LAST));
        return Double.isFinite(before) && least(costs.subList(costs.size() - LAST, costs.size())) >= before * CHEAPER;
    }

    private static double least(List<Double> costs) {
        return costs.stream().mapToDouble(Double::doubleValue).min().orElse(Double.POSITIVE_INFINITY);
    }
}
