package dev.weir.perf.report;

import dev.weir.perf.result.Metric;
import java.util.Collection;
import java.util.Collections;
import java.util.function.DoubleFunction;

/** Formats measured values for a report. Chooses units that keep the text short, such as ms or MiB. */
final class Numbers {
    static DoubleFunction<String> in(Metric metric) {
        return figure -> of(metric.unit(), figure);
    }

    static String of(Metric.Unit unit, double figure) {
        return switch (unit) {
            case SECONDS, SECONDS_EACH -> seconds(figure);
            case BYTES, BYTES_EACH -> bytes(figure);
            case NUMBER, NUMBER_EACH -> number(figure);
            case SHARE -> "%+.3f %%".formatted(figure * 100);
            case INDEX -> "%.6f".formatted(figure);
        };
    }

    /** A unit for the axis of a chart. For ms, the size is 0.001, because times are measured in seconds. */
    record AxisUnit(String name, double size) {
        static AxisUnit of(Metric.Unit unit) {
            return switch (unit) {
                case SECONDS, SECONDS_EACH -> new AxisUnit(" (ms)", 1e-3);
                case BYTES, BYTES_EACH -> new AxisUnit(" (KiB)", 1 << 10);
                case SHARE -> new AxisUnit(" (%)", 0.01);
                case NUMBER, NUMBER_EACH, INDEX -> new AxisUnit("", 1);
            };
        }
    }

    /** Formats the range from the least to the largest figure. Formats one figure if both have the same text. */
    static String range(Metric.Unit unit, Collection<Double> figures) {
        String least = of(unit, Collections.min(figures));
        String most = of(unit, Collections.max(figures));
        return least.equals(most) ? least : least + " to " + most;
    }

    static String seconds(double seconds) {
        double size = Math.abs(seconds);
        return size < 0.001
                ? "%.3g µs".formatted(seconds * 1e6)
                : size < 1
                        ? "%.3g ms".formatted(seconds * 1e3)
                        : size < 10 ? "%.3f s".formatted(seconds) : "%.2f s".formatted(seconds);
    }

    static String percent(double share) {
        return "%.2f %%".formatted(share * 100);
    }

    static String ratio(double ratio) {
        return ratio < 9.995 ? "%.3f".formatted(ratio) : "%.2f".formatted(ratio);
    }

    private static String bytes(double bytes) {
        double size = Math.abs(bytes);
        return size < 1 << 10
                ? "%.0f B".formatted(bytes)
                : size < 1 << 20
                        ? "%.2f KiB".formatted(bytes / (1 << 10))
                        : size < 1 << 30
                                ? "%.1f MiB".formatted(bytes / (1 << 20))
                                : "%.2f GiB".formatted(bytes / (1 << 30));
    }

    private static String number(double number) {
        boolean whole = number == Math.rint(number) || Math.abs(number) >= 999.95; // %.4g of it would be 1000
        return (whole ? "%,.0f" : "%.4g").formatted(number);
    }
}
