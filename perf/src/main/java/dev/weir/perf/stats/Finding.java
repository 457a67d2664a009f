package dev.weir.perf.stats;

import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The conclusion from the ratio of two costs. Costs that differ by at most five per cent count as equal. */
public enum Finding {
    /** The costs are equal within five per cent, by two one-sided tests at the 5 % level (TOST). */
    EQUAL,
    /** The contender's cost is lower. By a test at the 5 % level, the baseline's is more than five per cent above it. */
    CHEAPER,
    /** The contender's cost is higher. By a test at the 5 % level, it is more than five per cent above the baseline's. */
    DEARER,
    /** The measurements allow no conclusion. More measurements would narrow the confidence interval. */
    NOT_DECIDED;

    private static final double MARGIN = 1.05;
    private static final double SIGNIFICANT = 0.05;
    /** The most metrics to test together. With more, Holm's correction would leave too little statistical power. */
    private static final int MOST_METRICS = 4;

    /** The ratios of costs that count as equal. The larger cost is then at most five per cent above the smaller. */
    public static final Ratio.Interval BAND = new Ratio.Interval(1 / MARGIN, MARGIN);

    public static Finding of(Ratio ratio, double probabilityOfEqual) {
        if (ratio.interval90().within(BAND)) {
            return EQUAL;
        }
        if (probabilityOfEqual > SIGNIFICANT) {
            return NOT_DECIDED;
        }
        return ratio.value() < 1 ? CHEAPER : DEARER;
    }

    /**
     * Adjusts p-values for several tests by Holm's method (1979). Keeps the order. Throws if there are more than four.
     */
    public static List<Double> holm(List<Double> probabilities) {
        int count = probabilities.size();
        if (count > MOST_METRICS) {
            throw new IllegalArgumentException(count + " primary metrics, at most " + MOST_METRICS);
        }
        List<Integer> ascending = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparing(probabilities::get))
                .toList();
        double[] adjusted = new double[count];
        double atLeast = 0;
        for (int rank = 0; rank < count; rank++) {
            int metric = ascending.get(rank);
            atLeast = Math.max(atLeast, Math.min(1, (count - rank) * probabilities.get(metric)));
            adjusted[metric] = atLeast;
        }
        return DoubleStream.of(adjusted).boxed().toList();
    }
}
