package dev.weir.perf.trial;

import dev.weir.perf.result.Raw;
import dev.weir.perf.server.Server;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides after each cycle of load whether the server is warm: its CPU time per unit of work no longer falls, and
 * its JIT compilers are almost idle. Compares the better of the last two cycles with the best earlier cycle. So one
 * slow cycle does no harm. After the maximum number of cycles, the warm-up ends in any case.
 */
public final class Warmth {
    private static final int LAST = 2;
    private static final double CHEAPER = 0.97;
    private static final double MOST_JIT = 0.02;
    private final int most;
    private final List<Double> costs = new ArrayList<>();
    private boolean compiling = true;

    Warmth(int most) {
        this.most = most;
    }

    public static Warmth warm(Server server, int most, Watch.Cycle cycle) throws IOException, InterruptedException {
        Warmth warmth = new Warmth(most);
        while (!warmth.isOver()) {
            Usage before = server.usage();
            double units = cycle.run();
            warmth.add(server.usage().since(before), units);
        }
        return warmth;
    }

    void add(Usage.Spent spent, double units) {
        costs.add(spent.ownSeconds() / units);
        compiling = spent.jitSeconds() > MOST_JIT * spent.cpuSeconds();
    }

    boolean isOver() {
        return isStable() || costs.size() >= most;
    }

    Raw.WarmUp warmUp() {
        return new Raw.WarmUp(costs.size(), isStable());
    }

    private boolean isStable() {
        int earlier = costs.size() - LAST;
        if (compiling || earlier <= 0) {
            return false;
        }
        double before = least(costs.subList(0, earlier));
        return Double.isFinite(before) && least(costs.subList(earlier, costs.size())) >= before * CHEAPER;
    }

    private static double least(List<Double> costs) {
        return costs.stream().mapToDouble(Double::doubleValue).min().orElse(Double.POSITIVE_INFINITY);
    }
}
