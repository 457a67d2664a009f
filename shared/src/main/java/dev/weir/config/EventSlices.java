package dev.weir.config;

import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Executor;

/**
 * The meter of the tasks in which a loop serves those who listen, where there are loops: {@code reactive} and {@code async}.
 *
 * <p>Thread-safe.
 */
public final class EventSlices {
    private final io.micrometer.core.instrument.Timer meter;

    private EventSlices(io.micrometer.core.instrument.Timer meter) {
        this.meter = meter;
    }

    public static EventSlices of(MeterRegistry registry) {
        return new EventSlices(io.micrometer.core.instrument.Timer.builder("weir.events.slices")
                .description("tasks in which a loop serves listeners")
                .register(registry));
    }

    /** What this loop runs is timed. */
    public Executor timed(Executor loop) {
        return task -> loop.execute(meter.wrap(task));
    }

    /** What this timer has its loop run is timed. */
    public Timer timed(Timer timer) {
        return (task, delayNanos) -> timer.schedule(meter.wrap(task), delayNanos);
    }
}
