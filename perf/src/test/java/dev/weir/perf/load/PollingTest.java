package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.fail;

import io.netty.channel.SelectStrategy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PollingTest {
    private static final int READY = 7;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long GATHERING_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A loop with tasks must not sleep. A loop without tasks must sleep and then wait, so that packets come in groups. */
    @Test
    void aLoopThatGathersSleepsBeforeItWaits() throws Exception {
        Polling polling = new Polling();
        polling.gather(TimeUnit.DAYS.toNanos(1));
        assertTimeoutPreemptively(
                PATIENCE,
                () -> assertThat(polling.calculateStrategy(() -> READY, true)).isEqualTo(READY));
        polling.gather(GATHERING_NANOS);
        long startNanos = System.nanoTime();
        for (int i = 0; i < 3; i++) {
            assertThat(polling.calculateStrategy(() -> fail("waits only after its sleep"), false))
                    .isEqualTo(SelectStrategy.SELECT);
        }
        // If the thread still has a permit to park, its first sleep ends at once.
        assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(2 * GATHERING_NANOS);
    }

    @Test
    void aLoopWaitsAtOnceUnlessItGathers() throws Exception {
        Polling polling = new Polling();
        assertThat(polling.calculateStrategy(() -> fail("has nothing to read yet"), false))
                .isEqualTo(SelectStrategy.SELECT);
        polling.set(true);
        polling.gather(TimeUnit.DAYS.toNanos(1));
        assertTimeoutPreemptively(
                PATIENCE,
                () -> assertThat(polling.calculateStrategy(() -> 0, false)).isZero());
    }
}
