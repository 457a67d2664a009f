package dev.weir.perf.report;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Puts servers and their figures into sentences. */
final class Words {
    /** With more servers than this, a sentence counts them, and tells only the lowest and the highest figure. */
    private static final int MOST_NAMED = 4;

    static String and(List<String> parts) {
        return parts.size() < 2
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }

    /** Names the servers, or counts them if they are many. */
    static String names(Collection<String> contenders) {
        return contenders.size() > MOST_NAMED
                ? contenders.size() + " servers"
                : and(contenders.stream().map(name -> "`" + name + "`").toList());
    }

    /** Returns the verb for these servers: the third person of {@code plural} if there is only one of them. */
    static String verb(Collection<String> contenders, String plural) {
        return contenders.size() == 1 ? plural + "s" : plural;
    }

    /**
     * Says what each server does: "`a` uses 1 s and `b` 2 s". With many servers, says only what the first and the last
     * do.
     */
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
        List<Map.Entry<String, Double>> all = List.copyOf(figures.entrySet());
        String first = format.apply(all.getFirst().getValue());
        String last = format.apply(all.getLast().getValue());
        return first.equals(last)
                ? first
                : "%s (`%s`) to %s (`%s`)"
                        .formatted(
                                first,
                                all.getFirst().getKey(),
                                last,
                                all.getLast().getKey());
    }

    /** Returns HTML. In the text, backquotes mark code and double asterisks what is important. */
    static String inline(String text) {
        return Svg.escape(text)
                .replaceAll("`([^`]+)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]+)\\*\\*", "<strong>$1</strong>")
                .replaceAll("(\\d) %", "$1&nbsp;%");
    }
}
