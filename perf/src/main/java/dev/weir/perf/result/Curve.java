package dev.weir.perf.result;

import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * Response times by percentile of one contender under one load, of all its valid trials together: for the eye, since
 * percentiles of merged trials have no interval.
 */
public record Curve(String load, String contender, Tag tag, List<Point> points) {
    private static final double MICROS = 1e6;
    private static final double MEDIAN = 0.5;
    /** Less a little, since 1 - 0.9 is less than 0.1. */
    private static final double FEWEST_BEYOND = 100 - 1e-6;

    private static final List<Double> QUANTILES = DoubleStream.of(
                    0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995, 0.9999)
            .boxed()
            .toList();

    /** A share of the samples, and the time that this share does not exceed. */
    public record Point(double quantile, double seconds) {}

    /** Leaves out percentiles above the median with fewer than a hundred samples beyond them. */
    static Curve of(String load, String contender, Tag tag, Histogram micros) {
        long samples = micros.getTotalCount();
        List<Point> points = QUANTILES.stream()
                .filter(quantile -> quantile <= MEDIAN || samples * (1 - quantile) >= FEWEST_BEYOND)
                .map(quantile -> new Point(quantile, micros.getValueAtPercentile(quantile * 100) / MICROS))
                .toList();
        return new Curve(load, contender, tag, points);
    }
}
