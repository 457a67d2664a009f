package dev.weir.config.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QueueProbeTest {
    private static final long MILLI = 1_000_000;

    private final Timer lag = new SimpleMeterRegistry().timer("lag");
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private long nowNanos;
    private final QueueProbe probe = new QueueProbe(queue::add, () -> nowNanos, lag);

    @Test
    void a04_theTimeInTheQueueIsRecorded() {
        probe.send();
        nowNanos += 7 * MILLI;
        queue.remove().run();
        assertThat(lag.count()).isEqualTo(1);
        assertThat(lag.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(7);
    }

    @Test
    void a04_aTaskThatStillWaitsIsRecordedAndNoSecondOneIsSent() {
        probe.send();
        nowNanos += 1_000 * MILLI;
        probe.send();
        assertThat(queue).hasSize(1);
        assertThat(lag.max(TimeUnit.MILLISECONDS)).isEqualTo(1_000);
        nowNanos += 500 * MILLI;
        queue.remove().run();
        assertThat(lag.max(TimeUnit.MILLISECONDS)).isEqualTo(1_500);
        probe.send();
        assertThat(queue).hasSize(1);
    }

    @Test
    void a04_anExecutorThatHasStoppedIsNoError() {
        QueueProbe refused = new QueueProbe(
                task -> {
                    throw new RejectedExecutionException();
                },
                () -> nowNanos,
                lag);
        refused.send();
        refused.send();
        assertThat(lag.count()).isZero();
    }
}
