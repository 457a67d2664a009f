package dev.weir.perf.load;

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
    private static final Duration PERIOD = Duration.ofMillis(1);

    private final Histogram micros = new Histogram(3);
    private final Window window;
    private long dueNanos;

    private SchedulingLag(Window window) {
        this.window = window;
        this.dueNanos = System.nanoTime() + PERIOD.toNanos();
    }

    /** Ticks until the loop ends, or until the window is over. */
    public static SchedulingLag probe(Generator generator, Window window) {
        SchedulingLag lag = new SchedulingLag(window);
        generator.after(PERIOD, () -> lag.tick(generator));
        return lag;
    }

    /** In microseconds. On the loop. */
    public Histogram micros() {
        return micros.copy();
    }

    private void tick(Generator generator) {
        long nowNanos = System.nanoTime();
        while (dueNanos - nowNanos <= 0) {
            if (window.contains(dueNanos)) {
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(nowNanos - dueNanos));
            }
            dueNanos += PERIOD.toNanos();
        }
        if (dueNanos - window.toNanos() < 0) {
            generator.after(Duration.ofNanos(dueNanos - nowNanos), () -> tick(generator));
        }
    }
}
