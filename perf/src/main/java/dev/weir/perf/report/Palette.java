package dev.weir.perf.report;

import java.util.Comparator;
import java.util.List;

/**
 * The contenders' order and colours, the same in every table and chart; the colours are told apart also by readers who
 * see no red or no green.
 */
final class Palette {
    static final String INK = "#1f2933";
    static final String GRID = "#d9dee4";

    private static final List<String> CONTENDERS = List.of(
            "nginx", "nchan", "reactive", "reactive-idiomatic", "async", "virtual", "blocking", "blocking-many");
    private static final List<String> COLOURS =
            List.of("#000000", "#000000", "#0072b2", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#e69f00");
    private static final String OTHER = "#56697c";

    /** Of the labels of contenders; one that is not known comes last. */
    static final Comparator<String> ORDER =
            Comparator.comparingInt(Palette::rank).thenComparing(Comparator.naturalOrder());

    private Palette() {}

    static String of(String contender) {
        int at = CONTENDERS.indexOf(contender);
        return at < 0 ? OTHER : COLOURS.get(at);
    }

    private static int rank(String contender) {
        int at = CONTENDERS.indexOf(contender.replaceFirst("[#+@~].*", ""));
        return at < 0 ? CONTENDERS.size() : at;
    }
}
