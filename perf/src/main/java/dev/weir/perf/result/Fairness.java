package dev.weir.perf.result;

import java.util.List;

/** How evenly clients with equal rights were served. */
public final class Fairness {
    private Fairness() {}

    /** Jain's index: 1 when all got the same, 1/n when one got all; 1 of nothing at all. */
    public static double jain(List<Long> amounts) {
        double sum = amounts.stream().mapToDouble(Long::doubleValue).sum();
        double squares =
                amounts.stream().mapToDouble(amount -> (double) amount * amount).sum();
        return squares == 0 ? 1 : sum * sum / (amounts.size() * squares);
    }
}
