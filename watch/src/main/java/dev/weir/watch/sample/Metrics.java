package dev.weir.watch.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/** Metrics in the text format of Prometheus. Immutable. */
final class Metrics {
    private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");

    private record Value(String name, String labels, double value) {
        String label(String label) {
            Matcher matcher =
                    Pattern.compile("(?:^|,)" + label + "=\"([^\"]*)\"").matcher(labels);
            return matcher.find() ? matcher.group(1) : "";
        }
    }

    private final List<Value> values = new ArrayList<>();

    /** Reads the samples in the text. Ignores comments and all lines of another form. */
    Metrics(String text) {
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                String labels = matcher.group(2) == null ? "" : matcher.group(2);
                values.add(new Value(matcher.group(1), labels, number(matcher.group(3))));
            }
        });
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace("Inf", "Infinity"));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** Returns a metric's sum over all labels. Empty if the metric is missing or the sum is not a finite number. */
    OptionalDouble sum(String name) {
        return sum(name, "");
    }

    /** Like {@link #sum(String)}, for the samples whose labels contain {@code label}, such as {@code area="heap"}. */
    OptionalDouble sum(String name, String label) {
        double[] found = values.stream()
                .filter(value -> value.name.equals(name) && value.labels.contains(label))
                .mapToDouble(Value::value)
                .toArray();
        double sum = DoubleStream.of(found).sum();
        return found.length > 0 && Double.isFinite(sum) ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /** Returns the sum of a metric for each value of a label. Leaves out the sums that are 0. */
    Map<String, Long> by(String name, String label) {
        Map<String, Long> sums = new TreeMap<>();
        values.stream()
                .filter(value -> value.name.equals(name) && value.value > 0)
                .forEach(value -> sums.merge(value.label(label), Math.round(value.value), Long::sum));
        return sums;
    }
}
