package dev.weir.config.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class EventSlicesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final EventSlices slices = EventSlices.of(registry);

    private void assertOneIsCounted() {
        assertThat(registry.get("weir.events.slices").timer().count()).isEqualTo(1);
        assertThat(registry.get("weir.events.slices.cpu").timer().count()).isEqualTo(1);
    }

    @Test
    void aTaskOfTheLoopIsCounted() {
        slices.tasks(Runnable::run).execute(() -> {});
        assertOneIsCounted();
    }

    @Test
    void aTaskOfTheTimerIsCountedThoughItFails() {
        assertThatThrownBy(() -> slices.timers((task, delayNanos) -> {
                            task.run();
                            return () -> {};
                        })
                        .schedule(
                                () -> {
                                    throw new IllegalStateException("broken");
                                },
                                0))
                .hasMessage("broken");
        assertOneIsCounted();
    }
}
