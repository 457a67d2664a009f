package dev.weir.config.management;

import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Measures the tasks (slices) in which an event loop sends events. One meter records the wall-clock time of each task,
 * and a second meter its CPU time. A threading model without an event loop has no such tasks. Thread-safe.
 */
public final class EventSlices {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final io.micrometer.core.instrument.Timer time;
    private final io.micrometer.core.instrument.Timer processorTime;

    private EventSlices(MeterRegistry registry) {
        this.time = io.micrometer.core.instrument.Timer.builder("weir.events.slices")
                .description("tasks in which an event loop sends events to its subscribers")
                .register(registry);
        this.processorTime = io.micrometer.core.instrument.Timer.builder("weir.events.slices.cpu")
                .description("CPU time of the tasks in which an event loop sends events to its subscribers")
                .register(registry);
    }

    public static EventSlices of(MeterRegistry registry) {
        return new EventSlices(registry);
    }

    public Executor tasks(Executor loop) {
        return task -> loop.execute(timed(task));
    }

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
