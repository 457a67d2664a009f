package dev.weir.perf.result;

import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * How long something took, over the downloads of one trial; the full histogram is in the trial's {@code .hlog}.
 *
 * @param curve the percentiles that a chart draws; no chart draws one with fewer than one sample beyond it
 */
public record Latency(
        long samples, double meanSeconds, double p50Seconds, double p99Seconds, double maxSeconds, List<Point> curve) {
    private static final double MICROS = 1e6;
    /** Less a little, since 1 - 0.9 is less than 0.1. */
    private static final double ONE_SAMPLE = 1 - 1e-9;

    private static final List<Double> QUANTILES = DoubleStream.of(
                    0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995, 0.9999)
            .boxed()
            .toList();

    /** A share of the samples, and the time that this share does not exceed. */
    public record Point(double quantile, double seconds) {}

    public static Latency of(Histogram micros) {
        long samples = micros.getTotalCount();
        List<Point> curve = QUANTILES.stream()
                .filter(quantile -> samples * (1 - quantile) >= ONE_SAMPLE)
                .map(quantile -> new Point(quantile, seconds(micros, quantile)))
                .toList();
        return new Latency(
                samples,
                micros.getMean() / MICROS,
                seconds(micros, 0.5),
                seconds(micros, 0.99),
                micros.getMaxValue() / MICROS,
                curve);
    }

    private static double seconds(Histogram micros, double quantile) {
        return micros.getValueAtPercentile(quantile * 100) / MICROS;
    }
}
