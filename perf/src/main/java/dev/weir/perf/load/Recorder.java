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
    private final long bodyBytes;
    private final long chunkBytes;
    private final Histogram responseMicros = new Histogram(3);
    private final Histogram waitMicros = new Histogram(3);
    private final Map<String, Long> errors = new TreeMap<>();

    private long bytesInWindow;
    private long bytesChecked;
    private double rateSum;
    private double slowestRate = Double.POSITIVE_INFINITY;
    private double fastestRate;

    public Recorder(Window window, long bodyBytes, long chunkBytes) {
        this.window = window;
        this.bodyBytes = bodyBytes;
        this.chunkBytes = chunkBytes;
    }

    void received(int bytes, long nowNanos) {
        bytesChecked += bytes;
        if (window.contains(nowNanos)) {
            bytesInWindow += bytes;
        }
    }

    void finished(Timing timing) {
        if (!window.contains(timing.lastByteNanos())) {
            return;
        }
        responseMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.responseNanos()));
        waitMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.waitNanos()));
        double rate = timing.bytesPerSecond(bodyBytes, chunkBytes);
        rateSum += rate;
        slowestRate = Math.min(slowestRate, rate);
        fastestRate = Math.max(fastestRate, rate);
    }

    void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    /** What was counted so far, safe to be carried to another thread. */
    public Recording recording() {
        long downloads = responseMicros.getTotalCount();
        return new Recording(
                window.seconds(),
                downloads,
                bytesInWindow,
                bytesChecked,
                downloads == 0 ? 0 : rateSum / downloads,
                downloads == 0 ? 0 : slowestRate,
                fastestRate,
                responseMicros.copy(),
                waitMicros.copy(),
                Map.copyOf(errors));
    }
}
