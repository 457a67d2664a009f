package dev.weir.perf.result;

import dev.weir.perf.stats.Slope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
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

    /** Of two values; none where the lower one is not above zero. */
    OptionalDouble ratio(Value of, Value to) {
        OptionalDouble above = value(of);
        double below = value(to).orElse(0);
        return above.isPresent() && below > 0 ? OptionalDouble.of(above.getAsDouble() / below) : OptionalDouble.empty();
    }

    /** What one connection more costs, as the slope over many counts of connections. */
    OptionalDouble slope(Raw.Series of) {
        List<Double> connections = series(Raw.Series.CONNECTIONS);
        List<Double> bytes = series(of);
        if (bytes.size() != connections.size()) {
            return OptionalDouble.empty();
        }
        return Slope.of(IntStream.range(0, bytes.size())
                        .mapToObj(i -> new Slope.Point(connections.get(i), bytes.get(i)))
                        .toList())
                .map(line -> OptionalDouble.of(line.slope()))
                .orElseGet(OptionalDouble::empty);
    }

    OptionalDouble unitsPerSecond() {
        double seconds = sum(Raw.Slice::seconds);
        return seconds > 0 ? OptionalDouble.of(sum(Raw.Slice::units) / seconds) : OptionalDouble.empty();
    }

    double sum(ToDoubleFunction<Raw.Slice> of) {
        return raw.slices().stream().mapToDouble(of).sum();
    }

    /** A histogram of a trial, in microseconds; its name is the tag in the trial's {@code .hlog}. */
    public enum Tag {
        /**
         * From the intended start, or the closed loop's actual one, to the last byte; of an event from the instant at which
         * it was meant to be published, one for each delivery.
         */
        RESPONSE,
        /** From the same instant to the first byte of the status line. */
        WAIT,
        /** From the actual start to the last byte. */
        SERVICE,
        /** The same two of a single user, before the load. */
        UNLOADED_RESPONSE,
        UNLOADED_WAIT,
        /** Between one arrival of body bytes at a client and the next. */
        GAP,
        /** The same of an event's last delivery, one for each event that everybody got. */
        LAST,
        /** How late the generator's loop ran. */
        LAG;

        /** What the file says. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static Tag of(String text) {
            return Arrays.stream(values())
                    .filter(tag -> tag.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no histogram is called " + text));
        }
    }
}
