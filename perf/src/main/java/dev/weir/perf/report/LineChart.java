package dev.weir.perf.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Lines through points, each with its name where it ends: sweeps, slopes, time series, the order of a run. */
record LineChart(String title, Axis x, Axis y, List<Series> series) {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 320;
    private static final int LEFT = 70;
    private static final int TOP = 28;
    private static final int BOTTOM = 48;
    private static final int LETTER = 8;
    private static final int LINE = 16;
    /** More points than this are a curve, whose single points nobody needs to see. */
    private static final int MOST_DOTS = 40;

    private static final List<Double> QUANTILES = List.of(0.0, 0.5, 0.9, 0.99, 0.999);

    /**
     * One of the two directions.
     *
     * @param log shows only what is above zero
     * @param marks the values that have a number, as far as the axis reaches; empty for round ones
     */
    record Axis(String title, boolean log, DoubleFunction<String> format, List<Double> marks) {
        Axis(String title, boolean log, DoubleFunction<String> format) {
            this(title, log, format, List.of());
        }

        static Axis linear(String title) {
            return new Axis(title, false, Svg.Scale::plain);
        }

        static Axis log(String title) {
            return new Axis(title, true, Svg.Scale::plain);
        }

        /** HdrHistogram's axis of percentiles, on which each {@link #nines nine} has the same room. */
        static Axis percentiles() {
            return new Axis(
                    "percentile",
                    false,
                    nines -> "%.1f %%"
                            .formatted(100 * (1 - Math.pow(10, -nines)))
                            .replace(".0", ""),
                    QUANTILES.stream().map(Axis::nines).toList());
        }

        /** Where a quantile stands on the axis of percentiles. */
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

    record Point(double x, double y) {}

    record Series(String label, String colour, List<Point> points) {
        /** A contender's, from left to right. */
        static Series of(String contender, List<Point> points) {
            return new Series(
                    contender,
                    Palette.of(contender),
                    points.stream().sorted(Comparator.comparingDouble(Point::x)).toList());
        }
    }

    LineChart {
        series = series.stream()
                .map(line -> new Series(line.label(), line.colour(), shown(line.points(), x, y)))
                .filter(line -> !line.points().isEmpty())
                .toList();
    }

    String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT, description());
        Svg.Scale across = scale(x, Point::x, LEFT, right());
        Svg.Scale up = scale(y, Point::y, HEIGHT - BOTTOM, TOP);
        for (double tick : x.ticks(across, 70)) {
            svg.line(across.at(tick), TOP, across.at(tick), HEIGHT - BOTTOM, Palette.GRID, 1);
            svg.text(
                    across.at(tick),
                    HEIGHT - BOTTOM + 18.0,
                    "middle",
                    x.format().apply(tick));
        }
        for (double tick : y.ticks(up, 34)) {
            svg.line(LEFT, up.at(tick), right(), up.at(tick), Palette.GRID, 1);
            svg.text(LEFT - 8.0, up.at(tick) + 4, "end", y.format().apply(tick));
        }
        svg.text(0, 14, "start", y.title()).text(right(), HEIGHT - 8.0, "end", x.title());
        series.forEach(line -> draw(svg, line, across, up));
        name(svg, across, up);
        return svg.toString();
    }

    private static void draw(Svg svg, Series line, Svg.Scale across, Svg.Scale up) {
        String points = line.points().stream()
                .map(point -> "%.1f,%.1f".formatted(across.at(point.x()), up.at(point.y())))
                .collect(Collectors.joining(" "));
        svg.polyline(points, line.colour());
        if (line.points().size() <= MOST_DOTS) {
            line.points().forEach(point -> svg.circle(across.at(point.x()), up.at(point.y()), 3.5, line.colour()));
        }
    }

    /** From the top down, each name beside its line's end or just below the name before, and all above the axis. */
    private void name(Svg svg, Svg.Scale across, Svg.Scale up) {
        List<Series> down = series.stream()
                .sorted(Comparator.comparingDouble(
                        line -> up.at(line.points().getLast().y())))
                .toList();
        double above = TOP - LINE;
        for (int i = 0; i < down.size(); i++) {
            Series line = down.get(i);
            Point last = line.points().getLast();
            double lowest = HEIGHT - BOTTOM - (double) LINE * (down.size() - 1 - i);
            double nameAt = Math.max(above + LINE, Math.min(up.at(last.y()), lowest));
            svg.line(across.at(last.x()), up.at(last.y()), right() + 14.0, nameAt, line.colour(), 1);
            svg.text(right() + 18.0, nameAt + 4, "start", line.label());
            above = nameAt;
        }
    }

    private Svg.Scale scale(Axis axis, ToDoubleFunction<Point> of, double start, double end) {
        double low = values(of).min().orElse(axis.log() ? 1 : 0);
        double high = values(of).max().orElse(10);
        if (axis.log()) {
            return new Svg.Scale(low / 1.06, high * 1.06, true, start, end);
        }
        // Where zero is near it belongs to the picture; far below, it would flatten every difference.
        boolean fromZero = low >= 0 && low <= high / 2;
        double room = high > low ? 0.04 * (high - low) : Math.max(Math.abs(low), 1) / 10;
        return new Svg.Scale(fromZero ? 0 : low - room, high + room, false, start, end);
    }

    private DoubleStream values(ToDoubleFunction<Point> of) {
        return series.stream().flatMap(line -> line.points().stream()).mapToDouble(of);
    }

    private int right() {
        int longest =
                series.stream().mapToInt(line -> line.label().length()).max().orElse(0);
        return WIDTH - Math.clamp(longest * (long) LETTER + 22, 40, WIDTH / 2);
    }

    /** The picture in words, for readers who do not see it. */
    private String description() {
        return series.stream().map(this::description).collect(Collectors.joining("; ", title + ": ", ""));
    }

    private String description(Series line) {
        return "%s, %s to %s"
                .formatted(
                        line.label(),
                        described(line.points().getFirst()),
                        described(line.points().getLast()));
    }

    private String described(Point point) {
        return "%s %s at %s %s"
                .formatted(
                        y.title(),
                        y.format().apply(point.y()),
                        x.title(),
                        x.format().apply(point.x()));
    }

    private static List<Point> shown(List<Point> points, Axis x, Axis y) {
        return points.stream()
                .filter(point -> x.shows(point.x()) && y.shows(point.y()))
                .toList();
    }
}
