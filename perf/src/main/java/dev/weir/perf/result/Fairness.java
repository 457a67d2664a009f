package dev.weir.perf.result;

import java.util.List;

/** How evenly clients with equal rights were served. */
final class Fairness {
    private Fairness() {}

    /** Jain's index: 1 when all got the same, 1/n when one got all; 1 of nothing at all. */
    static double jain(List<Double> amounts) {
        double sum = amounts.stream().mapToDouble(Double::doubleValue).sum();
        double squares = amounts.stream().mapToDouble(amount -> amount * amount).sum();
        return squares == 0 ? 1 : sum * sum / (amounts.size() * squares);
    }
}
