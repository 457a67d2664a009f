package dev.weir.perf.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** The time span of a measurement, as instants of {@link System#nanoTime()}. The end is exclusive. */
public record Window(long fromNanos, long toNanos) {
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
     * Measures how late the load generator's event loop runs a task that is due every millisecond. The caller can pass
     * a function that counts other work of the loop. A millisecond in which this count changes is left out.
     */
    public static final class SchedulingLag {
        private static final Duration PERIOD = Duration.ofMillis(1);

        private final Histogram micros = new Histogram(3);
        private final Window window;
        private final LongSupplier work;
        private long dueNanos;
        private long done;

        private SchedulingLag(Window window, LongSupplier work) {
            this.window = window;
            this.work = work;
            this.dueNanos = System.nanoTime() + PERIOD.toNanos();
        }

        public static SchedulingLag probe(Generator generator, Window window) throws InterruptedException {
            return probe(generator, window, () -> 0);
        }

        public static SchedulingLag probe(Generator generator, Window window, LongSupplier work)
                throws InterruptedException {
            return generator.ask(() -> {
                SchedulingLag lag = new SchedulingLag(window, work);
                generator.after(PERIOD, () -> lag.tick(generator));
                return lag;
            });
        }

        public Histogram micros() {
            return micros.copy();
        }

        private void tick(Generator generator) {
            long nowNanos = System.nanoTime();
            boolean worked = done != work.getAsLong();
            done = work.getAsLong();
            while (dueNanos - nowNanos <= 0) {
                if (window.contains(dueNanos) && !worked) {
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
