package dev.weir.servlet.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimerThreadTest {
    private final TimerThread thread = new TimerThread("weir-test");

    @AfterEach
    void close() {
        thread.close();
    }

    @Test
    void onlyTasksThatAreNotCancelledRunAndOnTheOneThread() {
        List<String> ran = new ArrayList<>();
        CountDownLatch scheduled = new CountDownLatch(1);
        thread.execute(() -> awaitUninterruptibly(scheduled));
        Runnable cancel = thread.schedule(() -> ran.add("cancelled"), 0);
        thread.schedule(() -> ran.add(Thread.currentThread().getName()), 0);
        cancel.run();
        scheduled.countDown();
        CompletableFuture.runAsync(() -> ran.add(Thread.currentThread().getName()), thread)
                .join();
        assertThat(ran).containsExactly("weir-test", "weir-test");
    }

    @Test
    void nothingRunsAfterTheClose() {
        thread.close();
        assertThatThrownBy(() -> thread.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> thread.schedule(() -> {}, 0)).isInstanceOf(RejectedExecutionException.class);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
