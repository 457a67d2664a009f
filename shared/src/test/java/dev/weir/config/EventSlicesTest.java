package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class EventSlicesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final EventSlices slices = EventSlices.of(registry);

    private double longest(String meter) {
        return registry.get(meter).timer().max(TimeUnit.MILLISECONDS);
    }

    @Test
    void aTaskThatWaitsTakesTimeAndNoProcessor() {
        slices.timed(Runnable::run).execute(() -> {
            long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
            while (endNanos - System.nanoTime() > 0) {
                LockSupport.parkNanos(endNanos - System.nanoTime());
            }
        });
        assertThat(longest("weir.events.slices")).isGreaterThan(19);
        assertThat(longest("weir.events.slices.cpu")).isBetween(1e-6, longest("weir.events.slices") / 2);
    }

    @Test
    void aTaskOfTheTimerIsCountedThoughItFails() {
        assertThatThrownBy(() -> slices.timed((task, delayNanos) -> {
                            task.run();
                            return () -> {};
                        })
                        .schedule(
                                () -> {
                                    throw new IllegalStateException("broken");
                                },
                                0))
                .hasMessage("broken");
        assertThat(registry.get("weir.events.slices").timer().count()).isEqualTo(1);
        assertThat(registry.get("weir.events.slices.cpu").timer().count()).isEqualTo(1);
    }
}
