package dev.weir.perf.load;

import java.time.Duration;

/**
 * The stretch of time that is measured, on the clock of {@link System#nanoTime()}.
 *
 * <p>It is fixed before it begins, so what belongs to it is decided by the time at which a byte was received and not by
 * when somebody got round to asking.
 */
public record Window(long fromNanos, long toNanos) {
    /** In which nothing lies. */
    static final Window NEVER = new Window(0, 0);

    public static Window after(Duration settle, Duration length) {
        long from = System.nanoTime() + settle.toNanos();
        return new Window(from, from + length.toNanos());
    }

    public boolean contains(long nanos) {
        return nanos - fromNanos >= 0 && nanos - toNanos < 0;
    }

    public double seconds() {
        return (toNanos - fromNanos) / 1e9;
    }
}
