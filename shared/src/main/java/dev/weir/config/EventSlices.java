package dev.weir.config;

import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Executor;

/** The meter of how long a loop works for those who listen before it does something else. Thread-safe. */
public final class EventSlices {
    private final io.micrometer.core.instrument.Timer meter;

    private EventSlices(io.micrometer.core.instrument.Timer meter) {
        this.meter = meter;
    }

    public static EventSlices of(MeterRegistry registry) {
        return new EventSlices(io.micrometer.core.instrument.Timer.builder("weir.events.slices")
                .description("what a loop does for listeners at a stretch")
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
