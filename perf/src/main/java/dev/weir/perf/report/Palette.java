package dev.weir.perf.report;

import java.util.List;

/**
 * The contenders' order and colours, the same in every table and chart; the colours are told apart also by readers who
 * see no red or no green.
 */
final class Palette {
    static final String INK = "#1f2933";
    static final String GRID = "#d9dee4";

    private static final List<String> CONTENDERS = List.of("reactive", "async", "virtual", "blocking", "blocking-many");
    private static final List<String> COLOURS = List.of("#0072b2", "#009e73", "#cc79a7", "#d55e00", "#e69f00");
    private static final String OTHER = "#56697c";

    private Palette() {}

    static String of(String contender) {
        int at = CONTENDERS.indexOf(contender);
        return at < 0 ? OTHER : COLOURS.get(at);
    }

    /** Its place in the order; one that is not known comes last. */
    static int rank(String contender) {
        int at = CONTENDERS.indexOf(contender);
        return at < 0 ? CONTENDERS.size() : at;
    }
}
