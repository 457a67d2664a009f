package dev.weir.perf.load;

/**
 * When what happened to one download, on the clock of {@link System#nanoTime()}.
 *
 * @param startNanos before the connection was asked for: a queue before the accept is a wait like any other
 * @param firstByteNanos the first byte of the status line was read
 * @param lastByteNanos the last byte of the body was read
 */
public record Timing(long startNanos, long firstByteNanos, long lastByteNanos) {
    public long responseNanos() {
        return lastByteNanos - startNanos;
    }

    public long waitNanos() {
        return firstByteNanos - startNanos;
    }
}
