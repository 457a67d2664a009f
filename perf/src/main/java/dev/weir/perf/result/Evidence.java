package dev.weir.perf.result;

import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.stats.Slope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** The raw record and the histograms of one trial. Every figure of the results is computed from these. */
public record Evidence(Raw raw, Map<Tag, Histogram> micros) {
    private static final double MICROS = 1e6;
    private static final double TAIL = 50;
    /** Slightly less than 100, because 1 - 0.9 is less than 0.1 in binary. */
    private static final double FEWEST_BEYOND = 100 - 1e-6;

    RunPlan.Case planned() {
        return raw.planned();
    }

    /** A number of the trial; NaN when the trial does not have it. */
    double value(Value value) {
        return value(value, Double.NaN);
    }

    double value(Value value, double otherwise) {
        return raw.values().getOrDefault(value, otherwise);
    }

    List<Double> series(Raw.Series name) {
        return raw.series().getOrDefault(name, List.of());
    }

    /** A statistic of a histogram, in seconds; NaN without a sample. */
    double seconds(Tag tag, ToDoubleFunction<Histogram> statistic) {
        Histogram histogram = micros.get(tag);
        return histogram == null || histogram.getTotalCount() == 0
                ? Double.NaN
                : statistic.applyAsDouble(histogram) / MICROS;
    }

    /** NaN for a percentile above the median with fewer than 100 samples beyond it. */
    static double percentile(Histogram histogram, double percentile) {
        double beyond = histogram.getTotalCount() * (100 - percentile) / 100;
        return percentile > TAIL && beyond < FEWEST_BEYOND ? Double.NaN : histogram.getValueAtPercentile(percentile);
    }

    /** The cost of a unit of work over the whole window; NaN without units or without a cost. */
    double perUnit(ToDoubleFunction<Raw.Slice> cost) {
        double units = sum(Raw.Slice::units);
        double sum = sum(cost);
        return units > 0 && sum > 0 ? sum / units : Double.NaN;
    }

    double perUnit(Value cost) {
        double units = sum(Raw.Slice::units);
        return units > 0 ? value(cost) / units : Double.NaN;
    }

    /** The ratio of two numbers; NaN when {@code below} is not above zero. */
    double ratio(Value above, Value below) {
        return value(below) > 0 ? value(above) / value(below) : Double.NaN;
    }

    /** The bytes that one more connection needs: the slope over many counts of connections; NaN with too few counts. */
    double slope(Raw.Series bytes) {
        List<Double> connections = series(Raw.Series.CONNECTIONS);
        List<Double> read = series(bytes);
        return read.size() != connections.size()
                ? Double.NaN
                : Slope.of(IntStream.range(0, read.size())
                                .mapToObj(i -> new Slope.Point(connections.get(i), read.get(i)))
                                .toList())
                        .map(Slope::slope)
                        .orElse(Double.NaN);
    }

    double unitsPerSecond() {
        double seconds = sum(Raw.Slice::seconds);
        return seconds > 0 ? sum(Raw.Slice::units) / seconds : Double.NaN;
    }

    double sum(ToDoubleFunction<Raw.Slice> of) {
        return raw.slices().stream().mapToDouble(of).sum();
    }

    /** A histogram of a trial, in microseconds. Its name is the tag in the trial's {@code .hlog}. */
    public enum Tag {
        /**
         * From the intended start, or the actual start in a closed loop, to the last byte. An event's time starts at its
         * planned publication; each delivery is one sample.
         */
        RESPONSE,
        /** From the same instant to the first byte of the status line. */
        WAIT,
        /** From the actual start to the last byte. */
        SERVICE,
        /** Response and wait of a single user before the load. */
        UNLOADED_RESPONSE,
        UNLOADED_WAIT,
        /** Between two arrivals of body bytes at a client. */
        GAP,
        /** From an event's planned publication to its last delivery; one sample for each event that everybody got. */
        LAST,
        /** The delay of the generator's loop. */
        LAG;

        /** The tag in the file. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static Tag of(String text) {
            return Arrays.stream(values())
                    .filter(tag -> tag.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no histogram " + text));
        }
    }
}
