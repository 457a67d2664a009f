package dev.weir.perf.load;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How late the generator's loop runs a task that is due every millisecond.
 *
 * <p>What the loop does late it also timestamps late, so this bounds the error of every time the generator reports. A
 * tick that was missed is counted with the lag it had, not left out.
 */
public final class SchedulingLag {
    private static final long PERIOD_NANOS = Duration.ofMillis(1).toNanos();

    private final Histogram micros = new Histogram(3);
    private final Window window;
    private long dueNanos;

    private SchedulingLag(Window window) {
        this.window = window;
        this.dueNanos = System.nanoTime() + PERIOD_NANOS;
    }

    /** Ticks until the loop ends, or until the window is over. */
    public static SchedulingLag probe(EventLoop loop, Window window) {
        SchedulingLag lag = new SchedulingLag(window);
        loop.schedule(() -> lag.tick(loop), PERIOD_NANOS, TimeUnit.NANOSECONDS);
        return lag;
    }

    /** In microseconds. On the loop. */
    public Histogram micros() {
        return micros.copy();
    }

    private void tick(EventLoop loop) {
        long nowNanos = System.nanoTime();
        while (dueNanos - nowNanos <= 0) {
            if (window.contains(dueNanos)) {
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(nowNanos - dueNanos));
            }
            dueNanos += PERIOD_NANOS;
        }
        if (dueNanos - window.toNanos() < 0) {
            loop.schedule(() -> tick(loop), dueNanos - nowNanos, TimeUnit.NANOSECONDS);
        }
    }
}
