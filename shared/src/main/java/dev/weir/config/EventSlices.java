package dev.weir.config;

import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The meters of the tasks in which a loop serves those who listen, where there are loops: {@code reactive} and {@code
 * async}. Their time by the clock, in which another thread may have had the processor, and the loop's own.
 *
 * <p>Thread-safe.
 */
public final class EventSlices {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final io.micrometer.core.instrument.Timer time;
    private final io.micrometer.core.instrument.Timer processorTime;

    private EventSlices(MeterRegistry registry) {
        this.time = io.micrometer.core.instrument.Timer.builder("weir.events.slices")
                .description("tasks in which a loop serves listeners")
                .register(registry);
        this.processorTime = io.micrometer.core.instrument.Timer.builder("weir.events.slices.cpu")
                .description("processor time of the tasks in which a loop serves listeners")
                .register(registry);
    }

    public static EventSlices of(MeterRegistry registry) {
        return new EventSlices(registry);
    }

    /** What this loop runs is timed. */
    public Executor timed(Executor loop) {
        return task -> loop.execute(timed(task));
    }

    /** What this timer has its loop run is timed. */
    public Timer timed(Timer timer) {
        return (task, delayNanos) -> timer.schedule(timed(task), delayNanos);
    }

    private Runnable timed(Runnable task) {
        return () -> {
            long startNanos = System.nanoTime();
            long processorNanos = THREADS.getCurrentThreadCpuTime();
            try {
                task.run();
            } finally {
                processorTime.record(THREADS.getCurrentThreadCpuTime() - processorNanos, TimeUnit.NANOSECONDS);
                time.record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
            }
        };
    }
}
