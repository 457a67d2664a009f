package dev.weir.perf.report;

import com.google.common.html.HtmlEscapers;
import dev.weir.perf.stats.Slope;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Builds an SVG drawing, to be embedded in an HTML file. */
final class Svg {
    static final int WIDTH = 760;
    private static final int LETTER = 8;

    private final StringBuilder out = new StringBuilder(4096);

    Svg(int height, String label) {
        out.append("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" xmlns=\"http://www.w3.org/2000/svg\">"
                .formatted(WIDTH, height, escape(label)));
    }

    private Svg add(String shape) {
        out.append(shape);
        return this;
    }

    Svg band(double x, double y, double width, double height) {
        return add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" fill-opacity=\"0.60\"/>"
                .formatted(x, y, width, height, Palette.GRID));
    }

    Svg line(double x1, double y1, double x2, double y2, String colour, double width) {
        return add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>"
                .formatted(x1, y1, x2, y2, colour, width));
    }

    Svg circle(double x, double y, double radius, String colour) {
        return add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>".formatted(x, y, radius, colour));
    }

    Svg polyline(List<Slope.Point> points, String colour) {
        String all =
                points.stream().map(at -> "%.1f,%.1f".formatted(at.x(), at.y())).collect(Collectors.joining(" "));
        return add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
                .formatted(all, colour));
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
        return Math.clamp(longest * (long) LETTER + margin, least, WIDTH / 2);
    }

    static String escape(String text) {
        return HtmlEscapers.htmlEscaper().escape(text);
    }

    /** An axis that maps values from {@code from} up to {@code to} to pixels from {@code start} up to {@code end}. */
    record Scale(double from, double to, boolean log, double start, double end) {
        /** The tolerance for rounding errors at an axis's ends, as a fraction of the distance between labels. */
        private static final double ROUNDING = 1e-9;

        /** A logarithmic axis that ends below {@code SHORT} times its first value has labels like 1.2, 1.4. */
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

        static String plain(double value) {
            return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
        }
    }

    /** The order and the colours of the compared servers. Red-green colour-blind readers can tell them apart. */
    static final class Palette {
        static final String INK = "#1f2933";
        static final String GRID = "#d9dee4";

        private static final List<String> CONTENDERS = List.of(
                ("nginx nchan reactive reactive-idiomatic async async-idiomatic virtual virtual-idiomatic blocking"
                                + " blocking-idiomatic blocking-many blocking-many-idiomatic")
                        .split(" ", -1));
        private static final List<String> COLOURS = List.of(
                "#000000", "#000000", "#0072b2", "#56b4e9", "#009e73", "#5fcba8", "#cc79a7", "#e0aac6", "#d55e00",
                "#f09a5c", "#e69f00", "#f0c766");
        private static final String OTHER = "#56697c";

        static final Comparator<String> ORDER =
                Comparator.comparingInt(Palette::rank).thenComparing(Comparator.naturalOrder());

        static String of(String contender) {
            int at = CONTENDERS.indexOf(contender);
            return at < 0 ? OTHER : COLOURS.get(at);
        }

        private static int rank(String contender) {
            int at = CONTENDERS.indexOf(contender.replaceFirst("[#+@~].*", ""));
            return at < 0 ? CONTENDERS.size() : at;
        }
    }
}
