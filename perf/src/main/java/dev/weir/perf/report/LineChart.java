package dev.weir.perf.report;

import dev.weir.perf.stats.Slope;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A chart of lines through points. Each line has a label at its end. */
record LineChart(String title, Axis x, Axis y, List<Line> lines) {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 320;
    private static final int LEFT = 70;
    private static final int TOP = 28;
    private static final int BOTTOM = 48;
    private static final int LETTER = 8;
    private static final int LABEL_HEIGHT = 16;
    private static final int MOST_DOTS = 40;
    private static final List<Double> QUANTILES = List.of(0.0, 0.5, 0.9, 0.99, 0.999);

    /**
     * An axis of the chart.
     *
     * @param log whether the axis is logarithmic; it then shows only values above zero
     * @param marks the values to label; if empty, the axis labels round values
     */
    record Axis(String title, boolean log, DoubleFunction<String> format, List<Double> marks) {
        Axis(String title, boolean log, DoubleFunction<String> format) {
            this(title, log, format, List.of());
        }

        static Axis linear(String title) {
            return new Axis(title, false, Svg.Scale::plain);
        }

        /** Returns HdrHistogram's axis for percentiles: 0.9 to 0.99 takes the same width as 0.99 to 0.999. */
        static Axis percentiles() {
            return new Axis(
                    "percentile",
                    false,
                    nines -> "%.1f %%"
                            .formatted(100 * (1 - Math.pow(10, -nines)))
                            .replace(".0", ""),
                    QUANTILES.stream().map(Axis::nines).toList());
        }

        /** Returns the place of a quantile on the axis of percentiles: 0.9 is at 1, 0.99 at 2, 0.999 at 3. */
        static double nines(double quantile) {
            return -Math.log10(1 - quantile);
        }

        private List<Double> ticks(Svg.Scale scale, double apart) {
            return marks.isEmpty()
                    ? scale.ticks(apart)
                    : marks.stream().filter(mark -> mark <= scale.to()).toList();
        }

        private boolean shows(double value) {
            return Double.isFinite(value) && (!log || value > 0);
        }
    }

    record Line(String label, String colour, List<Slope.Point> points) {
        static Line of(String contender, List<Slope.Point> points) {
            return new Line(
                    contender,
                    Svg.Palette.of(contender),
                    points.stream()
                            .sorted(Comparator.comparingDouble(Slope.Point::x))
                            .toList());
        }

        private Line shown(Axis x, Axis y) {
            return new Line(
                    label,
                    colour,
                    points.stream()
                            .filter(point -> x.shows(point.x()) && y.shows(point.y()))
                            .toList());
        }
    }

    /** Drops points that the axes cannot show, and then lines without points. */
    LineChart {
        lines = lines.stream()
                .map(line -> line.shown(x, y))
                .filter(line -> !line.points().isEmpty())
                .toList();
    }

    String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT, description());
        Svg.Scale across = scale(x, Slope.Point::x, LEFT, right());
        Svg.Scale up = scale(y, Slope.Point::y, HEIGHT - BOTTOM, TOP);
        for (double tick : x.ticks(across, 70)) {
            svg.line(across.at(tick), TOP, across.at(tick), HEIGHT - BOTTOM, Svg.Palette.GRID, 1)
                    .text(
                            across.at(tick),
                            HEIGHT - BOTTOM + 18.0,
                            "middle",
                            x.format().apply(tick));
        }
        for (double tick : y.ticks(up, 34)) {
            svg.line(LEFT, up.at(tick), right(), up.at(tick), Svg.Palette.GRID, 1)
                    .text(LEFT - 8.0, up.at(tick) + 4, "end", y.format().apply(tick));
        }
        svg.text(0, 14, "start", y.title()).text(right(), HEIGHT - 8.0, "end", x.title());
        lines.forEach(line -> draw(svg, line, across, up));
        label(svg, across, up);
        return svg.toString();
    }

    private static void draw(Svg svg, Line line, Svg.Scale across, Svg.Scale up) {
        String points = line.points().stream()
                .map(point -> "%.1f,%.1f".formatted(across.at(point.x()), up.at(point.y())))
                .collect(Collectors.joining(" "));
        svg.polyline(points, line.colour());
        if (line.points().size() <= MOST_DOTS) {
            line.points().forEach(point -> svg.circle(across.at(point.x()), up.at(point.y()), 3.5, line.colour()));
        }
    }

    /** Places each label beside its line's end, or below the previous label, always above the horizontal axis. */
    private void label(Svg svg, Svg.Scale across, Svg.Scale up) {
        List<Line> down = lines.stream()
                .sorted(Comparator.comparingDouble(
                        line -> up.at(line.points().getLast().y())))
                .toList();
        double above = TOP - LABEL_HEIGHT;
        for (int i = 0; i < down.size(); i++) {
            Line line = down.get(i);
            Slope.Point last = line.points().getLast();
            double lowest = HEIGHT - BOTTOM - (double) LABEL_HEIGHT * (down.size() - 1 - i);
            double at = Math.max(above + LABEL_HEIGHT, Math.min(up.at(last.y()), lowest));
            svg.line(across.at(last.x()), up.at(last.y()), right() + 14.0, at, line.colour(), 1)
                    .text(right() + 18.0, at + 4, "start", line.label());
            above = at;
        }
    }

    private Svg.Scale scale(Axis axis, ToDoubleFunction<Slope.Point> of, double start, double end) {
        DoubleSummaryStatistics values = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(of)
                .summaryStatistics();
        double low = values.getCount() > 0 ? values.getMin() : axis.log() ? 1 : 0;
        double high = values.getCount() > 0 ? values.getMax() : 10;
        if (axis.log()) {
            return new Svg.Scale(low / 1.06, high * 1.06, true, start, end);
        }
        // The axis starts at zero, unless that would flatten all differences.
        boolean fromZero = low >= 0 && low <= high / 2;
        double room = high > low ? 0.04 * (high - low) : Math.max(Math.abs(low), 1) / 10;
        return new Svg.Scale(fromZero ? 0 : low - room, high + room, false, start, end);
    }

    private int right() {
        int longest =
                lines.stream().mapToInt(line -> line.label().length()).max().orElse(0);
        return WIDTH - Math.clamp(longest * (long) LETTER + 22, 40, WIDTH / 2);
    }

    private String description() {
        return lines.stream()
                .map(line -> "%s, %s to %s"
                        .formatted(
                                line.label(),
                                described(line.points().getFirst()),
                                described(line.points().getLast())))
                .collect(Collectors.joining("; ", title + ": ", ""));
    }

    private String described(Slope.Point point) {
        String across = x.format().apply(point.x());
        return "%s %s at %s %s".formatted(y.title(), y.format().apply(point.y()), x.title(), across);
    }
}
