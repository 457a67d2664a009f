package dev.weir.perf.report;

import static dev.weir.perf.stats.Finding.BAND;

import dev.weir.perf.result.Metric;
import dev.weir.perf.stats.Ratio;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart with a row for each server. On a linear scale, it is a bar chart. On a logarithmic scale, it is a forest plot
 * of ratios: a shaded band marks the ratios that count as equal, and only an interval outside of the band has a colour.
 * Plots that stand together have the same scale.
 */
record RowPlot(String title, String axis, Svg.Scale scale, List<Row> rows) {
    private static final int LEFT = 6;
    private static final int STEP = 36;
    private static final int TOP = 22;
    private static final int AXIS = 40;

    /** A row of the chart, with values in the unit of the axis. {@code predicted} is NaN without a prediction. */
    record Row(String label, String text, double low, double value, double high, double predicted) {
        static Row of(String label, Ratio ratio) {
            String text = "%s (%s to %s)"
                    .formatted(Numbers.ratio(ratio.value()), Numbers.ratio(ratio.low()), Numbers.ratio(ratio.high()));
            return new Row(label, text, ratio.low(), ratio.value(), ratio.high(), Double.NaN);
        }

        static Row of(String label, Metric.Unit unit, double median, List<Double> all, double predicted) {
            double size = Numbers.AxisUnit.of(unit).size();
            String text = Numbers.of(unit, median)
                    + (Double.isNaN(predicted) ? "" : ", predicted " + Numbers.of(unit, predicted));
            double low = Collections.min(all) / size;
            return new Row(label, text, low, median / size, Collections.max(all) / size, predicted / size);
        }

        double end() {
            return Double.isNaN(predicted) ? high : Math.max(high, predicted);
        }

        /** Returns a coloured triangle if the interval is outside of the shaded band, else a plain circle. */
        private Palette look() {
            return high < BAND.low()
                    ? new Palette("less", "none", "m4 -5l-9 5l9 5z", false)
                    : low > BAND.high()
                            ? new Palette("more", "none", "m-4 -5l9 5l-9 5z", false)
                            : new Palette(Svg.INK, "none", "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", false);
        }
    }

    static Svg.Scale scale(double least, double most, boolean log) {
        return new Svg.Scale(least, most, log, LEFT, Svg.WIDTH - 12.0);
    }

    String svg() {
        double bottom = TOP + STEP * (double) rows.size();
        String all = rows.stream().map(row -> row.label + " " + row.text).collect(Collectors.joining("; "));
        Svg svg = new Svg(bottom + AXIS, title, all);
        if (scale.log()) {
            svg.box(scale.at(BAND.low()), TOP, scale.at(BAND.high()) - scale.at(BAND.low()), bottom - TOP, "band");
        }
        for (double tick : scale.ticks(44)) {
            double at = scale.at(tick);
            svg.line(at, TOP, at, bottom, Svg.GRID, 1).text(at, bottom + 15, "middle", Svg.plain(tick));
        }
        if (scale.log()) {
            double one = scale.at(1);
            svg.line(one, TOP, one, bottom, Svg.INK, 1)
                    .text(one - 8, TOP - 8.0, "end", one > 55 ? "← less" : "")
                    .text(one + 8, TOP - 8.0, "start", one < Svg.WIDTH - 60 ? "more →" : "");
        }
        svg.text(Svg.WIDTH, bottom + 34, "end", axis);
        for (int i = 0; i < rows.size(); i++) {
            draw(svg, rows.get(i), TOP + i * (double) STEP);
        }
        return svg.toString();
    }

    private void draw(Svg svg, Row row, double y) {
        double value = scale.at(row.value);
        svg.text(LEFT, y + 13, "start", row.label).text(Svg.WIDTH, y + 13, "end", row.text);
        if (scale.log()) {
            interval(svg, row, y, row.look().colour());
            svg.marker(value, y + 25, row.look());
        } else {
            Palette look = Palette.of(row.label, rows.stream().map(Row::label).toList());
            svg.box(LEFT, y + 20, Math.max(1.5, value - LEFT), 10, look.colour());
            if (row.high > row.low) {
                interval(svg, row, y, Svg.INK);
            }
        }
        if (!Double.isNaN(row.predicted)) {
            double at = scale.at(row.predicted);
            svg.line(at, y + 17, at, y + 33, Svg.INK, 2.5);
        }
    }

    private void interval(Svg svg, Row row, double y, String colour) {
        double low = scale.at(row.low);
        double high = scale.at(row.high);
        svg.line(low, y + 25, high, y + 25, colour, 2)
                .line(low, y + 21, low, y + 29, colour, 2)
                .line(high, y + 21, high, y + 29, colour, 2);
    }
}
