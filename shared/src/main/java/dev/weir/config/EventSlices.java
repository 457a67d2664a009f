package dev.weir.config;

import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Meters for the tasks in which an event loop serves listeners. Only the models {@code reactive} and {@code async} have
 * such loops. One meter counts wall-clock time, the other the CPU time of the loop's thread.
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

    /** Measures the tasks that this loop runs. */
    public Executor tasks(Executor loop) {
        return task -> loop.execute(timed(task));
    }

    /** Measures the tasks that this timer runs on its loop. */
    public Timer timers(Timer timer) {
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
