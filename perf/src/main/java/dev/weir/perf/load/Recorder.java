package dev.weir.perf.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Counts what the downloads of one phase did: times and bytes inside the window, errors at any time.
 *
 * <p>A download counts where it ends. Confined to the generator's loop.
 */
public final class Recorder {
    private final Window window;
    private final Histogram responseMicros = new Histogram(3);
    private final Histogram waitMicros = new Histogram(3);
    private final Map<String, Long> errors = new TreeMap<>();

    private long bytesInWindow;
    private long bytesChecked;
    private long finished;

    public Recorder(Window window) {
        this.window = window;
    }

    void received(int bytes, long nowNanos) {
        bytesChecked += bytes;
        if (window.contains(nowNanos)) {
            bytesInWindow += bytes;
        }
    }

    void finished(Timing timing) {
        finished++;
        if (window.contains(timing.lastByteNanos())) {
            responseMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.responseNanos()));
            waitMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.waitNanos()));
        }
    }

    void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    /** Downloads that ended until now, in the window and before it. On the generator's loop. */
    public long finished() {
        return finished;
    }

    /** What was counted so far, safe to be carried to another thread. */
    public Recording recording() {
        return new Recording(
                responseMicros.getTotalCount(),
                bytesInWindow,
                bytesChecked,
                responseMicros.copy(),
                waitMicros.copy(),
                Map.copyOf(errors));
    }

    /**
     * What a {@link Recorder} had counted when it was asked.
     *
     * @param downloads that ended inside the window
     * @param bytesInWindow of bodies, by the time they were received
     * @param bytesChecked of bodies compared and found right, in the window and outside
     * @param errors by reason, in the window and outside
     */
    public record Recording(
            long downloads,
            long bytesInWindow,
            long bytesChecked,
            Histogram responseMicros,
            Histogram waitMicros,
            Map<String, Long> errors) {}

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
}
