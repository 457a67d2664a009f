package dev.weir.perf.result;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Everything that one trial left: its raw record and its histograms. What a report says is computed from these. */
public record Evidence(Raw raw, Map<Tag, Histogram> micros) {
    private static final double MICROS = 1e6;
    private static final double TAIL = 50;
    private static final double FEWEST_BEYOND = 100;

    Plan.Case planned() {
        return raw.planned();
    }

    OptionalDouble value(Value value) {
        Double number = raw.values().get(value);
        return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    List<Double> series(Raw.Series name) {
        return raw.series().getOrDefault(name, List.of());
    }

    /** Of a histogram, when the trial has one with a sample in it. */
    OptionalDouble seconds(Tag tag, ToDoubleFunction<Histogram> micros) {
        Histogram histogram = this.micros.get(tag);
        if (histogram == null || histogram.getTotalCount() == 0) {
            return OptionalDouble.empty();
        }
        double found = micros.applyAsDouble(histogram) / MICROS;
        return Double.isNaN(found) ? OptionalDouble.empty() : OptionalDouble.of(found);
    }

    /** None, as NaN, in the tail of a histogram with too few samples beyond it to say where it is. */
    static double percentile(Histogram histogram, double percentile) {
        double beyond = histogram.getTotalCount() * (100 - percentile) / 100;
        return percentile > TAIL && beyond < FEWEST_BEYOND ? Double.NaN : histogram.getValueAtPercentile(percentile);
    }

    /** What a unit of work cost, over the whole window. */
    OptionalDouble perUnit(ToDoubleFunction<Raw.Slice> cost) {
        double units = sum(Raw.Slice::units);
        double sum = sum(cost);
        return units > 0 && sum > 0 ? OptionalDouble.of(sum / units) : OptionalDouble.empty();
    }

    OptionalDouble perUnit(Value cost) {
        double units = sum(Raw.Slice::units);
        OptionalDouble sum = value(cost);
        return units > 0 && sum.isPresent() ? OptionalDouble.of(sum.getAsDouble() / units) : OptionalDouble.empty();
    }

    OptionalDouble unitsPerSecond() {
        double seconds = sum(Raw.Slice::seconds);
        return seconds > 0 ? OptionalDouble.of(sum(Raw.Slice::units) / seconds) : OptionalDouble.empty();
    }

    double sum(ToDoubleFunction<Raw.Slice> of) {
        return raw.slices().stream().mapToDouble(of).sum();
    }
}
