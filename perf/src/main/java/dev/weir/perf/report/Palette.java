package dev.weir.perf.report;

/** One colour for each contender in every chart, told apart also by readers who see no red or no green. */
final class Palette {
    static final String INK = "#1f2933";
    static final String GRID = "#d9dee4";

    private Palette() {}

    static String of(String contender) {
        return switch (contender) {
            case "reactive" -> "#0072b2";
            case "async" -> "#009e73";
            case "virtual" -> "#cc79a7";
            case "blocking" -> "#d55e00";
            case "blocking-many" -> "#e69f00";
            default -> "#56697c";
        };
    }
}
