package dev.weir.servlet.connector.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final int MOST_STEPS = 1_000;

    /** If this fails, check that {@link Turn#step} parks the thread after the given number of steps. */
    @Test
    void busyThreadsLetOthersRun() throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        CountDownLatch others = new CountDownLatch(1);
        Thread other = Thread.ofVirtual().start(() -> {
            LockSupport.park();
            others.countDown();
        });
        try {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                Thread.ofVirtual().start(() -> {
                    Turn turn = new Turn(MOST_STEPS);
                    while (!isOver.get()) {
                        turn.step();
                    }
                });
            }
            LockSupport.unpark(other);
            assertThat(others.await(10, TimeUnit.SECONDS))
                    .as("another thread has run")
                    .isTrue();
        } finally {
            isOver.set(true);
        }
    }
}
