package dev.weir.perf.result;

import java.util.List;
import java.util.OptionalDouble;

/** Figures of rates at the wire: what each client got in a window, against what its plan brings. */
final class Rates {
    /** T02: of the expected bytes, beside one chunk that falls on either side of an edge. */
    private static final double TOLERANCE = 0.005;

    private Rates() {}

    /** The error of the client that was furthest off, with its sign. */
    static OptionalDouble worst(Evidence evidence) {
        double worst = 0;
        for (double error : errors(evidence)) {
            worst = Math.abs(error) > Math.abs(worst) ? error : worst;
        }
        return present(evidence, worst);
    }

    static OptionalDouble mean(Evidence evidence) {
        return present(
                evidence,
                errors(evidence).stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0));
    }

    /** How many clients are further off than T02 allows. */
    static OptionalDouble outside(Evidence evidence) {
        double expected = expected(evidence);
        double tolerated =
                TOLERANCE * expected + evidence.value(Value.CHUNK_BYTES).orElse(0);
        long outside = evidence.series(Raw.Series.CLIENT_BYTES).stream()
                .filter(bytes -> Math.abs(bytes - expected) > tolerated)
                .count();
        return present(evidence, (double) outside);
    }

    static OptionalDouble jain(Evidence evidence) {
        return present(evidence, jain(evidence.series(Raw.Series.CLIENT_BYTES)));
    }

    /** Jain's index of fairness: 1 when all got the same, 1/n when one got all; 1 of nothing at all. */
    static double jain(List<Double> amounts) {
        double sum = amounts.stream().mapToDouble(Double::doubleValue).sum();
        double squares = amounts.stream().mapToDouble(amount -> amount * amount).sum();
        return squares == 0 ? 1 : sum * sum / (amounts.size() * squares);
    }

    private static List<Double> errors(Evidence evidence) {
        double expected = expected(evidence);
        return evidence.series(Raw.Series.CLIENT_BYTES).stream()
                .map(bytes -> bytes / expected - 1)
                .toList();
    }

    private static double expected(Evidence evidence) {
        return evidence.value(Value.RATE_BYTES).orElse(0)
                * evidence.value(Value.WINDOW_SECONDS).orElse(0);
    }

    private static OptionalDouble present(Evidence evidence, double figure) {
        return evidence.series(Raw.Series.CLIENT_BYTES).isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }
}
