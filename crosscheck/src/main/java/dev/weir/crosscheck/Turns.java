package dev.weir.crosscheck;

import com.google.common.collect.Sets;
import dev.weir.perf.result.Checks;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The measurements of this project's load generator and of another client, which took turns. A series holds one figure
 * of one client, with a value for each pair of turns. The report's figures follow from the series alone, so
 * {@code verify} can compute them again from the series in the file. A figure that a client does not report counts as
 * NaN, which misses every target.
 */
record Turns(int rounds, Map<String, List<Number>> series) {
    static final String OURS = ": ours";
    static final String THEIRS = ": theirs";
    /** The series of one value that a file has beside the others: the number of pairs of turns. */
    static final String ROUNDS = "pairs of turns";

    /** The figures of both clients, by name. */
    record Pair(Map<String, Double> ours, Map<String, Double> theirs) {}

    /** Returns the series of the figures with these names. Leaves out all others that a client tells. */
    static Turns of(List<String> names, List<Pair> pairs) {
        Map<String, List<Number>> series = new LinkedHashMap<>();
        for (String name : names) {
            series.put(name + OURS, values(name, pairs.stream().map(Pair::ours).toList()));
            series.put(
                    name + THEIRS, values(name, pairs.stream().map(Pair::theirs).toList()));
        }
        return new Turns(pairs.size(), series);
    }

    private static List<Number> values(String name, List<Map<String, Double>> figures) {
        return figures.stream()
                .<Number>map(one -> one.getOrDefault(name, Double.NaN))
                .toList();
    }

    /**
     * Returns the series that {@link #addTo} has written. Throws {@link IllegalArgumentException} if they are not those
     * of exactly these figures, or if one has another number of values than there are pairs of turns.
     */
    static Turns read(List<String> names, Map<String, List<Number>> written) {
        Set<String> expected = new LinkedHashSet<>(List.of(ROUNDS));
        for (String name : names) {
            expected.add(name + OURS);
            expected.add(name + THEIRS);
        }
        if (!written.keySet().equals(expected)) {
            throw new IllegalArgumentException("missing series: %s; unknown series: %s"
                    .formatted(
                            Sets.difference(expected, written.keySet()), Sets.difference(written.keySet(), expected)));
        }
        Map<String, List<Number>> series = new LinkedHashMap<>(written);
        List<Number> counted = Objects.requireNonNull(series.remove(ROUNDS));
        double rounds = counted.size() == 1 ? counted.getFirst().doubleValue() : 0;
        if (!(rounds >= 1)) {
            throw new IllegalArgumentException("the number of %s is %s".formatted(ROUNDS, counted));
        }
        series.forEach((name, values) -> {
            if (values.size() != rounds) {
                throw new IllegalArgumentException("\"%s\" has %d values, but the number of %s is %s"
                        .formatted(name, values.size(), ROUNDS, counted));
            }
        });
        return new Turns((int) rounds, series);
    }

    /** Writes all series, and their number of values. */
    void addTo(Checks checks) {
        checks.raw(ROUNDS, List.of(rounds));
        series.forEach(checks::raw);
    }

    /** Returns the largest count of faults in one turn. A negative count is NaN, because it could hide others. */
    double mostFaults(String ofSeries) {
        return values(ofSeries)
                .map(count -> count >= 0 ? count : Double.NaN)
                .max()
                .orElse(Double.NaN);
    }

    double most(String ofSeries) {
        return values(ofSeries).max().orElse(Double.NaN);
    }

    double median(String ofSeries) {
        return median(values(ofSeries));
    }

    double medianRatio(String name) {
        return medianOfPairs(name, (ours, theirs) -> ours / theirs);
    }

    double medianOfPairs(String name, DoubleBinaryOperator ofPair) {
        double[] ours = values(name + OURS).toArray();
        double[] theirs = values(name + THEIRS).toArray();
        return median(IntStream.range(0, rounds).mapToDouble(i -> ofPair.applyAsDouble(ours[i], theirs[i])));
    }

    private static double median(DoubleStream values) {
        double[] all = values.toArray();
        // StatUtils would leave out a NaN.
        return DoubleStream.of(all).anyMatch(Double::isNaN) ? Double.NaN : StatUtils.percentile(all, 50);
    }

    private DoubleStream values(String ofSeries) {
        return Objects.requireNonNull(series.get(ofSeries), ofSeries).stream().mapToDouble(Number::doubleValue);
    }
}
