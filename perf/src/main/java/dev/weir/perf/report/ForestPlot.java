package dev.weir.perf.report;

import static dev.weir.perf.stats.Finding.BAND;

import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart of ratios with confidence intervals. A shaded band marks equality; intervals outside it are coloured.
 *
 * @param shown the ratios from the left to the right end; plots that stand together have the same
 */
record ForestPlot(String title, String axis, Ratio.Interval shown, List<Row> rows) {
    private static final int LEFT = 6;
    private static final int RIGHT = 10;
    private static final int STEP = 36;
    private static final int TOP = 22;
    private static final int AXIS = 40;

    record Row(String label, Ratio ratio) {
        private String figures() {
            return "%s (%s to %s)".formatted(figure(ratio.value()), figure(ratio.low()), figure(ratio.high()));
        }

        /** Formats a number with three digits. In a narrow interval, a fourth digit shows that the bounds differ. */
        private String figure(double value) {
            int digits = ratio.high() / ratio.low() < 1.02 ? 4 : 3;
            int decimals = Math.max(0, digits - 1 - (int) Math.log10(value));
            return ("%." + decimals + "f").formatted(value);
        }

        private String colour() {
            return !ratio.interval().apartFrom(BAND) ? Svg.INK : ratio.low() > 1 ? "more" : "less";
        }

        /** Returns a marker that points to where the interval lies. */
        private Palette look() {
            String shape = switch (colour()) {
                case "more" -> "m-4 -5l9 5l-9 5z";
                case "less" -> "m4 -5l-9 5l9 5z";
                default -> "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z";
            };
            return new Palette(colour(), "none", shape, false);
        }
    }

    String svg() {
        double bottom = TOP + STEP * (double) rows.size();
        Svg.Scale scale = new Svg.Scale(shown.low(), shown.high(), true, LEFT, Svg.WIDTH - (double) RIGHT);
        Svg svg = new Svg(bottom + AXIS, title, description());
        svg.box(scale.at(BAND.low()), TOP, scale.at(BAND.high()) - scale.at(BAND.low()), bottom - TOP, "band");
        for (double tick : scale.ticks(44)) {
            double at = scale.at(tick);
            svg.line(at, TOP, at, bottom, Svg.GRID, 1).text(at, bottom + 15, "middle", Svg.plain(tick));
        }
        double one = scale.at(1);
        svg.line(one, TOP, one, bottom, Svg.INK, 1);
        if (one - LEFT > 50) {
            svg.text(one - 8, TOP - 8.0, "end", "← less");
        }
        if (Svg.WIDTH - one > 60) {
            svg.text(one + 8, TOP - 8.0, "start", "more →");
        }
        svg.text(Svg.WIDTH, bottom + 34, "end", axis + " (logarithmic)");
        double y = TOP;
        for (Row row : rows) {
            draw(svg, scale, row, y);
            y += STEP;
        }
        return svg.toString();
    }

    private static void draw(Svg svg, Svg.Scale scale, Row row, double y) {
        double low = scale.at(row.ratio.low());
        double high = scale.at(row.ratio.high());
        String colour = row.colour();
        svg.text(LEFT, y + 13, "start", row.label)
                .text(Svg.WIDTH, y + 13, "end", row.figures())
                .line(low, y + 25, high, y + 25, colour, 2)
                .line(low, y + 20, low, y + 30, colour, 2)
                .line(high, y + 20, high, y + 30, colour, 2)
                .marker(scale.at(row.ratio.value()), y + 25, row.look());
    }

    /** Returns an interval that shows all these rows and the band. */
    static Ratio.Interval showing(List<Row> rows) {
        double low = rows.stream().mapToDouble(row -> row.ratio().low()).reduce(0.8, Math::min);
        double high = rows.stream().mapToDouble(row -> row.ratio().high()).reduce(1.25, Math::max);
        return new Ratio.Interval(low / 1.02, high * 1.02);
    }

    private String description() {
        return rows.stream().map(row -> row.label + " " + row.figures()).collect(Collectors.joining("; "));
    }
}
