package dev.weir.perf.report;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Formats the names and the figures of servers as parts of sentences. */
final class Words {
    /** A sentence names at most this many servers. Of more, it tells how many there are, and their range of figures. */
    private static final int MOST_NAMED = 4;

    /** Returns the names of the servers, or only their number if they are many. */
    static String names(Collection<String> contenders) {
        return contenders.size() > MOST_NAMED
                ? contenders.size() + " servers"
                : and(contenders.stream().map(name -> "`" + name + "`").toList());
    }

    static String and(List<String> parts) {
        return parts.size() < 2
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }

    /** Returns "`a` uses 1 s and `b` 2 s" or "5 servers use 1 s (`a`) to 3 s (`e`)" if {@code plural} is "use". */
    static String each(Map<String, Double> figures, String plural, DoubleFunction<String> format) {
        if (figures.size() > MOST_NAMED) {
            return "%d servers %s %s".formatted(figures.size(), plural, spread(figures, format));
        }
        List<String> parts = figures.entrySet().stream()
                .map(one -> "`%s` %s".formatted(one.getKey(), format.apply(one.getValue())))
                .toList();
        return and(parts).replaceFirst("` ", "` " + plural + "s ");
    }

    /** Tells the first and the last figure with their servers, or one figure alone if both have the same text. */
    static String spread(Map<String, Double> figures, DoubleFunction<String> format) {
        String first = format.apply(Iterables.get(figures.values(), 0));
        String last = format.apply(Iterables.getLast(figures.values()));
        return first.equals(last)
                ? first
                : "%s (`%s`) to %s (`%s`)"
                        .formatted(
                                first, Iterables.get(figures.keySet(), 0), last, Iterables.getLast(figures.keySet()));
    }

    static Map<String, Double> sorted(Map<String, Double> figures, Comparator<Double> order) {
        return figures.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(order))
                .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Converts a text to HTML. Backquotes mark code, and double asterisks mark important words. */
    static String inline(String text) {
        return Svg.escape(text)
                .replaceAll("`([^`]+)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]+)\\*\\*", "<strong>$1</strong>")
                .replaceAll("(\\d) %", "$1&nbsp;%");
    }
}
