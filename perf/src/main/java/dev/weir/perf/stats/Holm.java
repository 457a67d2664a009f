package dev.weir.perf.stats;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Keeps the chance of any false difference among the primary metrics at what one alone would have (Holm, "A simple
 * sequentially rejective multiple test procedure", 1979).
 */
public final class Holm {
    /** More would leave each metric too little to be found with. */
    private static final int MOST = 4;

    private Holm() {}

    /** In the order given; a hypothesis is rejected at 5 % when its adjusted probability is at most 0.05. */
    public static List<Double> adjusted(List<Double> probabilities) {
        int count = probabilities.size();
        if (count > MOST) {
            throw new IllegalArgumentException(count + " primary metrics, at most " + MOST);
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
        return DoubleStream.of(adjusted).boxed().collect(Collectors.toUnmodifiableList());
    }
}
