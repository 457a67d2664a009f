package dev.weir.perf.report;

import dev.weir.perf.result.Metric;

/** Numbers as a reader wants them: three or four digits, a unit that keeps them small. */
final class Figures {
    private static final double KIB = 1 << 10;
    private static final double MIB = 1 << 20;
    private static final double GIB = 1 << 30;

    private Figures() {}

    static String of(Metric.Unit unit, double figure) {
        return switch (unit) {
            case SECONDS, SECONDS_EACH -> seconds(figure);
            case BYTES, BYTES_EACH -> bytes(figure);
            case NUMBER, NUMBER_EACH -> number(figure);
            case SHARE -> "%+.3f %%".formatted(figure * 100);
            case INDEX -> "%.6f".formatted(figure);
        };
    }

    static String seconds(double seconds) {
        if (Math.abs(seconds) < 0.001) {
            return "%.3g µs".formatted(seconds * 1e6);
        }
        if (Math.abs(seconds) < 1) {
            return "%.3g ms".formatted(seconds * 1e3);
        }
        return Math.abs(seconds) < 10 ? "%.3f s".formatted(seconds) : "%.2f s".formatted(seconds);
    }

    static String percent(double share) {
        return "%.2f %%".formatted(share * 100);
    }

    static String ratio(double ratio) {
        return ratio < 9.995 ? "%.3f".formatted(ratio) : "%.2f".formatted(ratio);
    }

    private static String bytes(double bytes) {
        double size = Math.abs(bytes);
        if (size < KIB) {
            return "%.0f B".formatted(bytes);
        }
        if (size < MIB) {
            return "%.2f KiB".formatted(bytes / KIB);
        }
        return size < GIB ? "%.1f MiB".formatted(bytes / MIB) : "%.2f GiB".formatted(bytes / GIB);
    }

    private static String number(double number) {
        double size = Math.abs(number);
        if (number == Math.rint(number)) {
            return "%.0f".formatted(number);
        }
        return size < 1000 ? "%.4g".formatted(number) : "%.0f".formatted(number);
    }
}
