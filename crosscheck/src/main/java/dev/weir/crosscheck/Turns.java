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
 * The measurements of two clients, in turn: this project's load generator and another client. A series holds one figure
 * of one client, with a value for each pair of turns. All figures of the report follow from the series, so {@code
 * verify} can compute the figures again from the file. If a client does not report a figure, its value is NaN, which
 * misses every target.
 */
record Turns(Map<String, List<Number>> series) {
    static final String OURS = ": ours";
    static final String THEIRS = ": theirs";
    /** How often a complete cross-check measures with each client. {@code verify} refuses any other number. */
    static final int ROUNDS = 5;

    /** The figures of one measurement with each client. Each map is from the name of a figure to its value. */
    record Pair(Map<String, Double> ours, Map<String, Double> theirs) {}

    /** Returns the series of the named figures. Leaves out all other figures that a client reports. */
    static Turns of(List<String> names, List<Pair> pairs) {
        Map<String, List<Number>> series = new LinkedHashMap<>();
        for (String name : names) {
            series.put(name + OURS, values(name, pairs.stream().map(Pair::ours).toList()));
            series.put(
                    name + THEIRS, values(name, pairs.stream().map(Pair::theirs).toList()));
        }
        return new Turns(series);
    }

    private static List<Number> values(String name, List<Map<String, Double>> figures) {
        return figures.stream()
                .<Number>map(one -> one.getOrDefault(name, Double.NaN))
                .toList();
    }

    /**
     * Returns the series that {@link #addTo} has written to a report. Throws {@link IllegalArgumentException} if the
     * series are not exactly those of the named figures, or if a series does not have {@link #ROUNDS} values.
     */
    static Turns read(List<String> names, Map<String, List<Number>> written) {
        Set<String> expected = new LinkedHashSet<>();
        for (String name : names) {
            expected.add(name + OURS);
            expected.add(name + THEIRS);
        }
        if (!written.keySet().equals(expected)) {
            throw new IllegalArgumentException("missing series: %s; unknown series: %s"
                    .formatted(
                            Sets.difference(expected, written.keySet()), Sets.difference(written.keySet(), expected)));
        }
        written.forEach((name, values) -> {
            if (values.size() != ROUNDS) {
                throw new IllegalArgumentException("\"%s\" has %d values, but a cross-check has %d pairs of turns"
                        .formatted(name, values.size(), ROUNDS));
            }
        });
        return new Turns(written);
    }

    /** Adds all series to a report. */
    void addTo(Checks checks) {
        series.forEach(checks::raw);
    }

    /** Returns the highest fault count in a series. Returns NaN if the series is empty or has a negative count. */
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
        return median(IntStream.range(0, ours.length).mapToDouble(i -> ofPair.applyAsDouble(ours[i], theirs[i])));
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
