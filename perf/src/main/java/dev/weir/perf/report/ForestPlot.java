package dev.weir.perf.report;

import static dev.weir.perf.stats.Finding.BAND;

import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A chart of ratios with their confidence intervals, one in each row, on a logarithmic axis. The range of ratios that
 * count as equal is shaded. A row has a colour only if its interval lies outside this range.
 */
record ForestPlot(String title, List<Row> rows) {
    private static final int WIDTH = 760;
    private static final int RIGHT = 160;
    private static final int STEP = 26;
    private static final int TOP = 22;
    private static final int BOTTOM = 24;
    private static final int LETTER = 8;
    private static final String LESS = "#1b6e3c";
    private static final String MORE = "#b42318";

    record Row(String label, double ratio, double low, double high) {
        Ratio.Interval interval() {
            return new Ratio.Interval(low, high);
        }

        String figures() {
            return "%s (%s to %s)".formatted(figure(ratio), figure(low), figure(high));
        }

        /** Formats a number. A narrow interval gets another digit, because its bounds would otherwise look equal. */
        private String figure(double value) {
            int digits = high / low < 1.02 ? 4 : 3;
            int decimals = Math.max(0, digits - 1 - (int) Math.log10(value));
            return ("%." + decimals + "f").formatted(value);
        }

        String colour() {
            if (!interval().apartFrom(BAND)) {
                return Svg.Palette.INK;
            }
            return low > 1 ? MORE : LESS;
        }
    }

    String svg() {
        int height = TOP + STEP * rows.size() + BOTTOM;
        int bottom = height - BOTTOM;
        Svg.Scale scale = scale();
        Svg svg = new Svg(WIDTH, height, description());
        double left = scale.at(BAND.low());
        svg.band(left, TOP, scale.at(BAND.high()) - left, bottom - TOP);
        for (double tick : scale.ticks(44)) {
            svg.line(scale.at(tick), TOP, scale.at(tick), bottom, Svg.Palette.GRID, 1);
            svg.text(scale.at(tick), bottom + 17.0, "middle", Svg.Scale.plain(tick));
        }
        svg.line(scale.at(1), TOP, scale.at(1), bottom, Svg.Palette.INK, 1);
        svg.text(scale.at(1) - 10, TOP - 8.0, "end", "← less").text(scale.at(1) + 10, TOP - 8.0, "start", "more →");
        for (int i = 0; i < rows.size(); i++) {
            draw(svg, rows.get(i), scale, TOP + STEP * (i + 0.5));
        }
        return svg.toString();
    }

    private void draw(Svg svg, Row row, Svg.Scale scale, double y) {
        double low = scale.at(row.low());
        double high = scale.at(row.high());
        svg.text(left() - 10.0, y + 4, "end", row.label())
                .line(low, y, high, y, row.colour(), 2)
                .line(low, y - 5, low, y + 5, row.colour(), 2)
                .line(high, y - 5, high, y + 5, row.colour(), 2)
                .circle(scale.at(row.ratio()), y, 4.5, row.colour())
                .text(WIDTH, y + 4, "end", row.figures());
    }

    /** Returns an axis that spans at least 0.8 to 1.25, so that small differences look small. */
    private Svg.Scale scale() {
        double low = bounds().reduce(0.8, Math::min);
        double high = bounds().reduce(1.25, Math::max);
        return new Svg.Scale(low / 1.02, high * 1.02, true, left(), WIDTH - RIGHT);
    }

    private DoubleStream bounds() {
        return rows.stream().flatMapToDouble(row -> DoubleStream.of(row.low(), row.high()));
    }

    private int left() {
        int longest = rows.stream().mapToInt(row -> row.label().length()).max().orElse(0);
        return Math.clamp(longest * (long) LETTER + 10, 60, WIDTH / 2);
    }

    private String description() {
        return rows.stream()
                .map(row -> row.label() + " " + row.figures())
                .collect(Collectors.joining("; ", title + ": ", ""));
    }
}
