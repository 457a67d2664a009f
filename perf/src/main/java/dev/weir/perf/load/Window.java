package dev.weir.perf.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The stretch of time that is measured, on the clock of {@link System#nanoTime()}.
 *
 * <p>It is fixed before it begins, so what belongs to it is decided by the time at which a byte was received and not by
 * when somebody got round to asking.
 */
public record Window(long fromNanos, long toNanos) {
    /** In which nothing lies. */
    public static final Window NEVER = new Window(0, 0);

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

    /**
     * How late the generator's loop runs a task that is due every millisecond.
     *
     * <p>What the loop does late it also timestamps late, so this bounds the error of every time the generator reports. A
     * tick that was missed is counted with the lag it had, not left out.
     */
    public static final class SchedulingLag {
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
}
