package dev.weir.perf.site;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One figure beside its target.
 *
 * @param atLeast null for no lower bound
 * @param atMost null for no upper bound
 */
public record Figure(
        String what,
        double value,
        String unit,
        @Nullable Double atLeast,
        @Nullable Double atMost) {
    private static final double MICROS_A_MILLI = 1e3;

    /** One without a target. */
    public static Figure told(String what, double value, String unit) {
        return new Figure(what, value, unit, null, null);
    }

    public static Figure told(String what, long value, String unit) {
        return told(what, (double) value, unit);
    }

    public static Figure atMost(String what, double value, double most, String unit) {
        return new Figure(what, value, unit, null, most);
    }

    public static Figure atLeast(String what, double value, double least, String unit) {
        return new Figure(what, value, unit, least, null);
    }

    public static Figure exactly(String what, double value, double target, String unit) {
        return new Figure(what, value, unit, target, target);
    }

    public static Figure exactly(String what, long value, long target, String unit) {
        return exactly(what, (double) value, (double) target, unit);
    }

    /** The least value that so many percent of these do not exceed, in milliseconds; infinite when there are none. */
    public static double millis(List<Long> micros, double percent) {
        if (micros.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        int rank = (int) Math.ceil(percent / 100 * micros.size());
        List<Long> sorted = micros.stream().sorted(Comparator.naturalOrder()).toList();
        return sorted.get(Math.max(0, rank - 1)) / MICROS_A_MILLI;
    }

    /** The median of such times, which are told by a name, how many they are, their p99 and the longest. */
    public static List<Figure> times(String what, List<Long> micros, double mostP99Millis) {
        return List.of(
                told("%s, p50, of %d".formatted(what, micros.size()), millis(micros, 50), "ms"),
                atMost("p99", millis(micros, 99), mostP99Millis, "ms"),
                told("the longest", millis(micros, 100), "ms"));
    }

    /** Also when it has no target; what is not a number meets none. */
    public boolean met() {
        return (atLeast == null || value >= atLeast) && (atMost == null || value <= atMost);
    }

    public String markdown() {
        return "| %s | %s %s | %s | %s |".formatted(what, text(value), unit, target(), verdict());
    }

    private String target() {
        if (atLeast == null && atMost == null) {
            return "";
        }
        if (atLeast != null && atMost != null) {
            return atLeast.equals(atMost) ? text(atLeast) : text(atLeast) + " to " + text(atMost);
        }
        return atLeast != null ? "at least " + text(atLeast) : "at most " + text(atMost == null ? 0 : atMost);
    }

    private String verdict() {
        return atLeast == null && atMost == null ? "" : met() ? "met" : "**MISSED**";
    }

    private static String text(double number) {
        return number == Math.rint(number) ? "%,.0f".formatted(number) : "%,.3f".formatted(number);
    }

    /**
     * What one part found of one contender.
     *
     * @param server the command that started it
     * @param errors that a client met and was not to meet, by reason
     * @param raw every single value behind the figures, by name
     */
    public record Found(
            String part,
            String contender,
            List<String> server,
            List<Figure> figures,
            Map<String, Long> errors,
            Map<String, List<Long>> raw) {
        public boolean met() {
            return errors.isEmpty() && figures.stream().allMatch(Figure::met);
        }

        public String markdown() {
            return "### `%s`%n%n| | found | target | |%n|---|---|---|---|%n%s%n%nErrors: %s.%n"
                    .formatted(
                            contender,
                            figures.stream().map(Figure::markdown).collect(Collectors.joining("\n")),
                            errors.isEmpty() ? "none" : "**" + errors + "**");
        }
    }
}
