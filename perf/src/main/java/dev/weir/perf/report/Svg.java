package dev.weir.perf.report;

import com.google.common.html.HtmlEscapers;
import dev.weir.perf.stats.Slope;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Builds an SVG drawing that is as wide as a phone. Its colours are CSS classes in {@code page.html}. */
final class Svg {
    static final int WIDTH = 400;
    static final String INK = "ink";
    static final String GRID = "grid";
    private static final double LETTER = 7;

    private final StringBuilder out = new StringBuilder(4096);

    /** Starts a drawing. Screen readers read its title and description. */
    Svg(double height, String title, String description) {
        out.append(
                "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"><title>%s</title><desc>%s</desc>"
                        .formatted(WIDTH, height, escape(title), escape(description)));
    }

    private Svg add(String shape) {
        out.append(shape);
        return this;
    }

    Svg box(double x, double y, double width, double height, String colour) {
        return add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"currentColor\"/>"
                .formatted(colour, x, y, width, height));
    }

    Svg line(double x1, double y1, double x2, double y2, String colour, double width) {
        return add("<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"currentColor\" stroke-width=\"%.1f\"/>"
                .formatted(colour, x1, y1, x2, y2, width));
    }

    Svg polyline(List<Slope.Point> points, Palette look, double width) {
        String all =
                points.stream().map(at -> "%.1f,%.1f".formatted(at.x(), at.y())).collect(Collectors.joining(" "));
        return add(
                "<polyline class=\"%s\" points=\"%s\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"%.1f\" stroke-dasharray=\"%s\"/>"
                        .formatted(look.colour(), all, width, look.dashes()));
    }

    Svg marker(double x, double y, Palette look) {
        return add(
                "<path class=\"%s%s\" d=\"M%.1f %.1f%s\" fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"1.5\"/>"
                        .formatted(look.colour(), look.hollow() ? " hollow" : "", x, y, look.marker()));
    }

    Svg text(double x, double y, String anchor, String text) {
        return add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>".formatted(x, y, anchor, escape(text)));
    }

    @Override
    public String toString() {
        return out + "</svg>";
    }

    static int room(Collection<String> labels, int margin, int least) {
        int longest = labels.stream().mapToInt(String::length).max().orElse(0);
        return Math.clamp(Math.round(longest * LETTER) + margin, least, WIDTH / 2);
    }

    static String escape(String text) {
        return HtmlEscapers.htmlEscaper().escape(text);
    }

    /** A drawing with its caption. A Markdown report has only the caption, so a table should show the same values. */
    record Drawing(String caption, String svg) {
        String html() {
            return "<figure><figcaption>" + Words.inline(caption) + "</figcaption>" + svg + "</figure>";
        }
    }

    /** Maps the values of an axis to pixels. {@code from} is at pixel {@code start}, and {@code to} at {@code end}. */
    record Scale(double from, double to, boolean log, double start, double end) {
        /** The tolerance for rounding errors at an axis's ends, as a fraction of the distance between labels. */
        private static final double ROUNDING = 1e-9;

        /** If a logarithmic axis ends below this multiple of its start, its labels are evenly spaced: 1.2, 1.4 ... */
        private static final double SHORT = 10;

        Scale {
            if (!(from < to) || (log && from <= 0)) {
                throw new IllegalArgumentException("An axis from " + from + " to " + to);
            }
        }

        double at(double value) {
            return start + (position(value) - position(from)) / (position(to) - position(from)) * (end - start);
        }

        List<Double> ticks(double apart) {
            return log && to / from >= SHORT ? multiples(apart) : even(apart);
        }

        private List<Double> even(double apart) {
            double share = apart / Math.abs(end - start);
            double least = log ? to * (1 - Math.pow(from / to, share)) : (to - from) * share;
            double power = Math.pow(10, Math.floor(Math.log10(least)));
            double step = DoubleStream.of(1, 2, 5, 10)
                    .map(multiple -> multiple * power)
                    .filter(candidate -> candidate >= least)
                    .findFirst()
                    .orElse(10 * power);
            return LongStream.rangeClosed(
                            (long) Math.ceil(from / step - ROUNDING), (long) Math.floor(to / step + ROUNDING))
                    .mapToObj(i -> i * step)
                    .toList();
        }

        private List<Double> multiples(double apart) {
            List<Double> ticks = new ArrayList<>();
            for (double factor : new double[] {1, 2, 5}) {
                for (double value = factor * Math.pow(10, Math.floor(Math.log10(from))); value <= to; value *= 10) {
                    double place = at(value);
                    if (value >= from && ticks.stream().allMatch(tick -> Math.abs(at(tick) - place) >= apart)) {
                        ticks.add(value);
                    }
                }
            }
            return ticks.stream().sorted().toList();
        }

        private double position(double value) {
            return log ? Math.log10(value) : value;
        }
    }

    static String plain(double value) {
        return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }
}
