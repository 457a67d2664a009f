package dev.weir.servlet.connector.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final int MOST_STEPS = 1_000;

    /** If this fails, check that a thread which takes steps without end really pauses. */
    @Test
    void threadsThatNeverWaitLetOthersRun() throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        CountDownLatch others = new CountDownLatch(1);
        try {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                Thread.ofVirtual().start(() -> {
                    Turn turn = new Turn(MOST_STEPS);
                    while (!isOver.get()) {
                        turn.step();
                    }
                });
            }
            Thread.ofVirtual().start(others::countDown);
            assertThat(others.await(10, TimeUnit.SECONDS))
                    .as("another thread has run")
                    .isTrue();
        } finally {
            isOver.set(true);
        }
    }
}
