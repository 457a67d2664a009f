package dev.weir.crosscheck;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What this project's load generator and another client measured in turn. A series holds one figure of one client, with
 * a value for each pair of turns. The report's figures follow from the series alone, so {@code verify} can compute them
 * again from the series in the file. What a client does not tell counts as NaN, which misses every target.
 */
record Turns(Map<String, List<Number>> series) {
    static final String OURS = ": ours";
    static final String THEIRS = ": theirs";

    /** The figures of both clients, by name. */
    record Pair(Map<String, Double> ours, Map<String, Double> theirs) {}

    /** Returns the series of the figures that this project's generator tells. */
    static Turns of(List<Pair> pairs) {
        Map<String, List<Number>> series = new LinkedHashMap<>();
        for (String name : pairs.getFirst().ours.keySet()) {
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

    List<String> names() {
        return series.keySet().stream()
                .filter(name -> name.endsWith(OURS))
                .map(name -> name.substring(0, name.length() - OURS.length()))
                .toList();
    }

    double sum(String ofSeries) {
        return values(ofSeries).sum();
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

    /** Returns as many values as the first series has. They are NaN if this series has another number of values. */
    private DoubleStream values(String ofSeries) {
        int turns = series.values().stream().findFirst().map(List::size).orElse(1);
        List<? extends Number> values = series.getOrDefault(ofSeries, List.of());
        return (values.size() == turns ? values : Collections.nCopies(turns, Double.NaN))
                .stream().mapToDouble(Number::doubleValue);
    }
}
