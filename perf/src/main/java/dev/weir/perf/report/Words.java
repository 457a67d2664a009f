package dev.weir.perf.report;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Puts servers and their figures into sentences. */
final class Words {
    /** With more servers than this, a sentence counts them, and tells only the lowest and the highest figure. */
    private static final int MOST_NAMED = 4;

    /** Names the servers, or counts them if they are many. */
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

    /** Says what each server does: "`a` uses 1 s and `b` 2 s". With many servers, only the first and the last. */
    static String each(Map<String, Double> figures, String plural, DoubleFunction<String> format) {
        if (figures.size() > MOST_NAMED) {
            return "%d servers %s %s".formatted(figures.size(), plural, spread(figures, format));
        }
        List<String> parts = figures.entrySet().stream()
                .map(one -> "`%s` %s".formatted(one.getKey(), format.apply(one.getValue())))
                .toList();
        return and(parts).replaceFirst("` ", "` " + plural + "s ");
    }

    /** Says the first and the last figure, and which servers have them. Says it once if they look equal. */
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

    /** Returns HTML. In the text, backquotes mark code and double asterisks what is important. */
    static String inline(String text) {
        return Svg.escape(text)
                .replaceAll("`([^`]+)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]+)\\*\\*", "<strong>$1</strong>")
                .replaceAll("(\\d) %", "$1&nbsp;%");
    }
}
