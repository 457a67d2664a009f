package dev.weir.perf.site;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One figure beside the bounds that it is checked against.
 *
 * @param atLeast null for no lower bound
 * @param atMost null for no upper bound
 * @param from the measured values that it follows from, or null where it was measured itself
 */
public record Figure(
        String what,
        double value,
        String unit,
        @Nullable Double atLeast,
        @Nullable Double atMost,
        @Nullable Percentile from) {
    private static final double MICROS_A_MILLI = 1e3;

    /** A percentile, in milliseconds, of all series of microseconds whose names begin so. */
    public record Percentile(String series, double percent) {
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

    static Figure of(String what, Number value, String unit, @Nullable Number atLeast, @Nullable Number atMost) {
        return new Figure(
                what,
                value.doubleValue(),
                unit,
                atLeast == null ? null : atLeast.doubleValue(),
                atMost == null ? null : atMost.doubleValue(),
                null);
    }

    static Figure percentile(String what, Percentile from, @Nullable Double mostMillis, Map<String, List<Number>> raw) {
        return new Figure(what, from.of(raw), "ms", null, mostMillis, from);
    }

    /** The same, computed again from the values it follows from. */
    Figure again(Map<String, List<Number>> raw) {
        return from == null ? this : new Figure(what, from.of(raw), unit, atLeast, atMost, from);
    }

    /** Whether it keeps its bounds; also when it has none. What is not a number keeps no bound. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean met() {
        return (atLeast == null || value >= atLeast) && (atMost == null || value <= atMost);
    }

    /** The least value that so many percent of these do not exceed, in milliseconds; infinite when there are none. */
    public static double millis(List<? extends Number> micros, double percent) {
        if (micros.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        int rank = (int) Math.ceil(percent / 100 * micros.size());
        return micros.stream()
                        .mapToDouble(Number::doubleValue)
                        .sorted()
                        .skip(Math.max(0, rank - 1))
                        .findFirst()
                        .orElseThrow()
                / MICROS_A_MILLI;
    }

    String markdown() {
        String verdict = atLeast == null && atMost == null ? "" : met() ? "met" : "**MISSED**";
        return "| %s | %s %s | %s | %s |".formatted(what, text(value), unit, bounds(), verdict);
    }

    private String bounds() {
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
