package dev.weir.perf.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;
import org.jspecify.annotations.Nullable;

/**
 * A measured value and its bounds. A missing bound is null. If the value is a percentile, {@code from} names the series
 * and the percentage. Otherwise {@code from} is null.
 */
public record Check(
        String what,
        double value,
        String unit,
        @JsonSetter(nulls = Nulls.SET) @Nullable Double atLeast,
        @JsonSetter(nulls = Nulls.SET) @Nullable Double atMost,
        @JsonSetter(nulls = Nulls.SET) @Nullable SeriesPercentile from) {
    /** Computes percentiles by the nearest-rank method, without interpolation. */
    private static final Percentile INVERSE_CDF = new Percentile().withEstimationType(EstimationType.R_1);

    /** A percentile over all series whose names start with {@code series}. Converts microseconds to milliseconds. */
    public record SeriesPercentile(String series, double percent) {
        List<Number> values(Map<String, List<Number>> raw) {
            return raw.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(series))
                    .flatMap(entry -> entry.getValue().stream())
                    .toList();
        }

        double of(Map<String, List<Number>> raw) {
            return millis(values(raw), percent);
        }
    }

    Check again(Map<String, List<Number>> raw) {
        return from == null ? this : new Check(what, from.of(raw), unit, atLeast, atMost, from);
    }

    /** Returns whether the value is within its bounds. NaN violates every bound. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean met() {
        return (atLeast == null || value >= atLeast) && (atMost == null || value <= atMost);
    }

    public static double millis(List<? extends Number> micros, double percent) {
        double[] values = micros.stream().mapToDouble(Number::doubleValue).toArray();
        return values.length == 0 ? Double.POSITIVE_INFINITY : INVERSE_CDF.evaluate(values, percent) / 1e3;
    }

    public String found() {
        return text(value) + " " + unit;
    }

    public String target() {
        if (atLeast == null) {
            return atMost == null ? "" : "at most " + text(atMost);
        }
        if (atMost == null) {
            return "at least " + text(atLeast);
        }
        return atLeast.equals(atMost) ? text(atLeast) : text(atLeast) + " to " + text(atMost);
    }

    private static String text(double number) {
        return number == Math.rint(number) ? "%,.0f".formatted(number) : "%,.3f".formatted(number);
    }
}
