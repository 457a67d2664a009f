package dev.weir.config;

import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Measures the tasks in which an event loop sends events to its subscribers. Only the reactive server and the model
 * {@code async} of the servlet server send events in such tasks. One meter records the wall-clock time of a task, the
 * other the CPU time.
 *
 * <p>Thread-safe.
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

    /** Returns an executor that runs its tasks on {@code loop} and measures them. */
    public Executor tasks(Executor loop) {
        return task -> loop.execute(timed(task));
    }

    /** Returns a timer that schedules its tasks with {@code timer} and measures them. */
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
