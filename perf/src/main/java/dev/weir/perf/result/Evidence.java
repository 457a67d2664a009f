package dev.weir.perf.result;

import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.stats.Slope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** The measured data of one trial: its record, and its histograms in microseconds. Missing data count as NaN. */
public record Evidence(Raw raw, Map<Tag, Histogram> micros) {
    private static final double TAIL = 50;
    /** A percentile above the median needs at least this many larger samples: 100, minus a tolerance for rounding. */
    private static final double FEWEST_BEYOND = 100 - 1e-6;

    private static final int FEWEST_RATES = 3;
    private static final int FEWEST_COUNTS = 6;
    private static final double LEAST_FIT = 0.99;

    RunPlan.Case planned() {
        return raw.planned();
    }

    double value(Value value) {
        return value(value, Double.NaN);
    }

    double value(Value value, double otherwise) {
        return raw.values().getOrDefault(value, otherwise);
    }

    List<Double> series(Raw.Series name) {
        return raw.series().getOrDefault(name, List.of());
    }

    double seconds(Tag tag, ToDoubleFunction<Histogram> statistic) {
        Histogram histogram = micros.get(tag);
        return histogram == null || histogram.getTotalCount() == 0
                ? Double.NaN
                : statistic.applyAsDouble(histogram) / 1e6;
    }

    /** Returns a percentile. A percentile above the median is NaN if fewer than 100 samples exceed it. */
    static double percentile(Histogram histogram, double percentile) {
        double beyond = histogram.getTotalCount() * (100 - percentile) / 100;
        return percentile > TAIL && beyond < FEWEST_BEYOND ? Double.NaN : histogram.getValueAtPercentile(percentile);
    }

    double perUnit(ToDoubleFunction<Raw.Slice> cost) {
        double units = sum(Raw.Slice::units);
        double sum = sum(cost);
        return units > 0 && sum > 0 ? sum / units : Double.NaN;
    }

    double perUnit(Value cost) {
        double units = sum(Raw.Slice::units);
        return units > 0 ? value(cost) / units : Double.NaN;
    }

    double ratio(Value above, Value below) {
        return value(below) > 0 ? value(above) / value(below) : Double.NaN;
    }

    /** Returns a property of a line fitted to the CPU times at several loads; NaN for fewer than three loads. */
    double cpu(ToDoubleFunction<Slope> property) {
        return line(Raw.Series.UNITS, Raw.Series.CPU_SECONDS, FEWEST_RATES, property);
    }

    /** Returns a property of a line fitted to the bytes at several connection counts; NaN for fewer than six points. */
    double memory(Raw.Series bytes, ToDoubleFunction<Slope> property) {
        return line(Raw.Series.CONNECTIONS, bytes, FEWEST_COUNTS, property);
    }

    /** Returns the bytes that one more connection needs. NaN if the measured bytes do not lie near a line. */
    double slope(Raw.Series bytes) {
        return memory(bytes, Slope::rSquared) >= LEAST_FIT ? memory(bytes, Slope::slope) : Double.NaN;
    }

    private double line(Raw.Series over, Raw.Series of, int fewest, ToDoubleFunction<Slope> property) {
        List<Double> x = series(over);
        List<Double> y = series(of);
        return x.size() != y.size()
                ? Double.NaN
                : Slope.of(
                                IntStream.range(0, x.size())
                                        .mapToObj(i -> new Slope.Point(x.get(i), y.get(i)))
                                        .toList(),
                                fewest)
                        .map(property::applyAsDouble)
                        .orElse(Double.NaN);
    }

    double unitsPerSecond() {
        double seconds = sum(Raw.Slice::seconds);
        return seconds > 0 ? sum(Raw.Slice::units) / seconds : Double.NaN;
    }

    double sum(ToDoubleFunction<Raw.Slice> of) {
        return raw.slices().stream().mapToDouble(of).sum();
    }

    /** The kinds of histograms of a trial, all in microseconds. The names are tags in histogram logs. */
    public enum Tag {
        /** The time until the last byte arrives, from a request's intended start or an event's planned publication. */
        RESPONSE,
        /** The time from a request's intended start to the first byte of the answer. */
        WAIT,
        /** The time from the sending of a request, such as a poll, to the last byte of the answer. */
        SERVICE,
        UNLOADED_RESPONSE,
        UNLOADED_WAIT,
        /** The response time at half of the server's capacity, before an overload test. */
        CALM_RESPONSE,
        GAP,
        /** The time from an event's planned publication until all subscribers have it. Excludes lost events. */
        LAST,
        LAG;

        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static Tag of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }
}
