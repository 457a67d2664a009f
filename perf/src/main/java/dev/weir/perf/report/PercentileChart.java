package dev.weir.perf.report;

import dev.weir.perf.result.Results;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Times over percentiles on HdrHistogram's axis, log(1/(1-q)): each nine has the same room; times are log too. */
record PercentileChart(String title, List<Line> curves) {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 300;
    private static final int LEFT = 60;
    private static final int RIGHT = 170;
    private static final int TOP = 10;
    private static final int BOTTOM = 34;
    /** What the clock tells apart; a log axis shows no zero. */
    private static final double LEAST_SECONDS = 1e-6;

    private static final List<Double> QUANTILES = List.of(0.0, 0.5, 0.9, 0.99, 0.999);

    record Line(String label, String colour, List<Results.Curve.Point> points) {}

    String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT, title);
        QUANTILES.stream().filter(quantile -> nines(quantile) <= mostNines()).forEach(quantile -> {
            svg.line(x(quantile), TOP, x(quantile), HEIGHT - BOTTOM, Palette.GRID, 1);
            svg.text(
                    x(quantile),
                    HEIGHT - BOTTOM + 18.0,
                    "middle",
                    "%.1f %%".formatted(quantile * 100).replace(".0", ""));
        });
        ticks().forEach(seconds -> {
            svg.line(LEFT, y(seconds), WIDTH - RIGHT, y(seconds), Palette.GRID, 1);
            svg.text(LEFT - 8.0, y(seconds) + 4, "end", Figures.seconds(seconds));
        });
        double labelBelow = -14;
        for (Line curve : inOrder()) {
            svg.polyline(polyline(curve), curve.colour());
            double y = Math.max(y(last(curve).seconds()), labelBelow + 14);
            svg.text(x(last(curve).quantile()) + 6, y + 4, "start", curve.label());
            labelBelow = y;
        }
        return svg.toString();
    }

    /** From the top of the chart down, so that the labels of curves that end together stand below each other. */
    private List<Line> inOrder() {
        return curves.stream()
                .filter(curve -> !curve.points().isEmpty())
                .sorted((a, b) -> Double.compare(last(b).seconds(), last(a).seconds()))
                .toList();
    }

    private String polyline(Line curve) {
        return curve.points().stream()
                .map(point -> "%.1f,%.1f".formatted(x(point.quantile()), y(point.seconds())))
                .collect(Collectors.joining(" "));
    }

    private static Results.Curve.Point last(Line curve) {
        return curve.points().getLast();
    }

    private double x(double quantile) {
        return LEFT + nines(quantile) / mostNines() * (WIDTH - LEFT - RIGHT);
    }

    private double y(double seconds) {
        double from = Math.log10(smallest());
        double share = (Math.log10(Math.max(LEAST_SECONDS, seconds)) - from) / (Math.log10(largest()) - from);
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
    }

    private static double nines(double quantile) {
        return -Math.log10(1 - quantile);
    }

    private double mostNines() {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(point -> nines(point.quantile()))
                .reduce(nines(QUANTILES.get(1)), Math::max);
    }

    private List<Double> ticks() {
        return DoubleStream.iterate(LEAST_SECONDS, decade -> decade < 1e3, decade -> decade * 10)
                .flatMap(decade -> DoubleStream.of(decade, 2 * decade, 5 * decade))
                .filter(seconds -> seconds >= smallest() && seconds <= largest())
                .boxed()
                .toList();
    }

    private double smallest() {
        return 0.7 * seconds().min().orElse(0.1);
    }

    private double largest() {
        return 1.1 * seconds().max().orElse(1);
    }

    private DoubleStream seconds() {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(point -> Math.max(LEAST_SECONDS, point.seconds()));
    }
}
