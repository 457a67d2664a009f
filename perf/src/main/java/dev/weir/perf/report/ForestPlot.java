package dev.weir.perf.report;

import static dev.weir.perf.stats.Finding.BAND;

import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.stream.Collectors;

/** A chart of ratios with confidence intervals. A shaded band marks equality; intervals outside it are coloured. */
record ForestPlot(String title, List<Row> rows) {
    private static final int RIGHT = 160;
    private static final int STEP = 26;
    private static final int TOP = 22;
    private static final int BOTTOM = 24;
    private static final String LESS = "#1b6e3c";
    private static final String MORE = "#b42318";

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
            return !ratio.interval().apartFrom(BAND) ? Svg.Palette.INK : ratio.low() > 1 ? MORE : LESS;
        }
    }

    String svg() {
        int bottom = TOP + STEP * rows.size();
        int left = Svg.room(rows.stream().map(Row::label).toList(), 10, 60);
        Svg.Scale scale = scale(left);
        Svg svg = new Svg(bottom + BOTTOM, description());
        svg.band(scale.at(BAND.low()), TOP, scale.at(BAND.high()) - scale.at(BAND.low()), bottom - TOP);
        for (double tick : scale.ticks(44)) {
            double at = scale.at(tick);
            svg.line(at, TOP, at, bottom, Svg.Palette.GRID, 1).text(at, bottom + 17.0, "middle", Svg.Scale.plain(tick));
        }
        double one = scale.at(1);
        svg.line(one, TOP, one, bottom, Svg.Palette.INK, 1)
                .text(one - 10, TOP - 8.0, "end", "← less")
                .text(one + 10, TOP - 8.0, "start", "more →");
        double y = TOP + STEP / 2.0;
        for (Row row : rows) {
            double low = scale.at(row.ratio().low());
            double high = scale.at(row.ratio().high());
            String colour = row.colour();
            svg.text(left - 10.0, y + 4, "end", row.label())
                    .line(low, y, high, y, colour, 2)
                    .line(low, y - 5, low, y + 5, colour, 2)
                    .line(high, y - 5, high, y + 5, colour, 2)
                    .circle(scale.at(row.ratio().value()), y, 4.5, colour)
                    .text(Svg.WIDTH, y + 4, "end", row.figures());
            y += STEP;
        }
        return svg.toString();
    }

    private Svg.Scale scale(int left) {
        double low = rows.stream().mapToDouble(row -> row.ratio().low()).reduce(0.8, Math::min);
        double high = rows.stream().mapToDouble(row -> row.ratio().high()).reduce(1.25, Math::max);
        return new Svg.Scale(low / 1.02, high * 1.02, true, left, Svg.WIDTH - RIGHT);
    }

    private String description() {
        return rows.stream()
                .map(row -> row.label() + " " + row.figures())
                .collect(Collectors.joining("; ", title + ": ", ""));
    }
}
