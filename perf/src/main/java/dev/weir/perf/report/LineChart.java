package dev.weir.perf.report;

import com.google.common.collect.Lists;
import com.google.common.collect.Maps;
import dev.weir.perf.stats.Slope.Point;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** A line chart. Each line has the colour and dashes ({@link Palette}) of a server, and ends at the server's name. */
record LineChart(String title, Axis x, Axis y, Map<String, List<Point>> lines) {
    /** A line whose name ends with this text shows service times. Such a line is dotted and has no label. */
    static final String SERVICE = ", service";

    private static final int HEIGHT = 290;
    private static final int BOTTOM = HEIGHT - 48;
    private static final int LEFT = 52;
    private static final int TOP = 26;
    private static final int LABEL_HEIGHT = 14;
    private static final int MOST_DOTS = 40;

    /** An axis. A logarithmic axis shows only values above zero. */
    record Axis(String title, boolean log, DoubleFunction<String> format) {
        static Axis linear(String title) {
            return new Axis(title, false, Svg::plain);
        }

        /** Returns an axis for percentiles, spaced as by HdrHistogram: 90 to 99 % is as wide as 99 to 99.9 %. */
        static Axis percentiles() {
            return new Axis("percentile", true, one -> "%s %%".formatted(Svg.plain(100 - 100 / one)));
        }

        /** Returns 100 for the quantile 0.99, because one in 100 values is above it. */
        static double oneIn(double quantile) {
            return 1 / (1 - quantile);
        }

        private boolean shows(double value) {
            return Double.isFinite(value) && (!log || value > 0);
        }
    }

    LineChart {
        Map<String, List<Point>> shown = new LinkedHashMap<>();
        lines.forEach((label, points) -> shown.put(
                label,
                points.stream()
                        .filter(point -> x.shows(point.x()) && y.shows(point.y()))
                        .sorted(Comparator.comparingDouble(Point::x))
                        .toList()));
        shown.values().removeIf(List::isEmpty);
        lines = shown;
    }

    String svg() {
        Svg svg = new Svg(HEIGHT, title, "Lines of " + String.join(", ", lines.keySet()));
        double right = Svg.WIDTH - Svg.room(labelled(lines).keySet(), 24, 40);
        Svg.Scale across = scale(x, Point::x, LEFT, right);
        Svg.Scale up = scale(y, Point::y, BOTTOM, TOP);
        for (double tick : across.ticks(44)) {
            double at = across.at(tick);
            svg.line(at, TOP, at, BOTTOM, Svg.GRID, 1)
                    .text(at, BOTTOM + 18.0, "middle", x.format().apply(tick));
        }
        for (double tick : up.ticks(30)) {
            double at = up.at(tick);
            svg.line(LEFT, at, right, at, Svg.GRID, 1)
                    .text(LEFT - 6.0, at + 4, "end", y.format().apply(tick));
        }
        svg.text(0, 14, "start", y.title()).text(right, HEIGHT - 8.0, "end", x.title());
        Map<String, List<Point>> pixels = Maps.transformValues(
                lines, points -> Lists.transform(points, at -> new Point(across.at(at.x()), up.at(at.y()))));
        pixels.forEach((label, points) -> draw(svg, label, points));
        label(svg, right, labelled(pixels));
        return svg.toString();
    }

    private static <T> Map<String, T> labelled(Map<String, T> lines) {
        return Maps.filterKeys(lines, label -> !label.endsWith(SERVICE));
    }

    private void draw(Svg svg, String label, List<Point> points) {
        Palette look = Palette.of(label.replace(SERVICE, ""), labelled(lines).keySet());
        if (label.endsWith(SERVICE)) {
            svg.polyline(points, look.dotted(), 1.5);
            return;
        }
        svg.polyline(points, look, 2);
        if (points.size() <= MOST_DOTS) {
            points.forEach(point -> svg.marker(point.x(), point.y(), look));
        }
    }

    /** Draws each label beside the end of its line. Moves labels apart if they would overlap. */
    private static void label(Svg svg, double right, Map<String, List<Point>> pixels) {
        List<Map.Entry<String, List<Point>>> down = pixels.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        line -> line.getValue().getLast().y()))
                .toList();
        double above = TOP - LABEL_HEIGHT;
        for (int i = 0; i < down.size(); i++) {
            String label = down.get(i).getKey();
            Point end = down.get(i).getValue().getLast();
            double lowest = BOTTOM - (double) LABEL_HEIGHT * (down.size() - 1 - i);
            double at = Math.max(above + LABEL_HEIGHT, Math.min(end.y(), lowest));
            svg.line(end.x(), end.y(), right + 10, at, Svg.GRID, 1)
                    .marker(right + 15, at, Palette.of(label, pixels.keySet()))
                    .text(right + 22, at + 4, "start", label);
            above = at;
        }
    }

    private Svg.Scale scale(Axis axis, ToDoubleFunction<Point> of, double start, double end) {
        DoubleSummaryStatistics values =
                lines.values().stream().flatMap(List::stream).mapToDouble(of).summaryStatistics();
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
}
