package dev.weir.perf.report;

import org.jspecify.annotations.Nullable;

/** Numbers as a reader wants them: three or four digits, a unit that keeps them small. */
final class Figures {
    private static final double MIB = 1 << 20;

    private Figures() {}

    static String seconds(double seconds) {
        if (Math.abs(seconds) < 0.001) {
            return "%.0f µs".formatted(seconds * 1e6);
        }
        if (Math.abs(seconds) < 1) {
            return "%.3g ms".formatted(seconds * 1e3);
        }
        return Math.abs(seconds) < 10 ? "%.3f s".formatted(seconds) : "%.2f s".formatted(seconds);
    }

    static String percent(double share) {
        return "%.2f %%".formatted(share * 100);
    }

    static String signedPercent(double share) {
        return "%+.2f %%".formatted(share * 100);
    }

    static String mebibytes(long bytes) {
        return "%.0f MiB".formatted(bytes / MIB);
    }

    static String digits(double number) {
        return "%.3g".formatted(number);
    }

    /** A number that the server itself tells, if it does. */
    static String published(String format, @Nullable Double number) {
        return number == null ? "not published" : format.formatted(number);
    }
}
