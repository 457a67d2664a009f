package dev.weir.servlet.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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
    void t06_theLastTaskRunsAfterAllThatAreDue() {
        List<String> ran = new ArrayList<>();
        CountDownLatch queued = new CountDownLatch(1);
        thread.schedule(() -> ran.add("later"), TimeUnit.HOURS.toNanos(1));
        thread.execute(() -> {
            awaitUninterruptibly(queued);
            thread.runLast(() -> ran.add("end of a"));
        });
        thread.execute(() -> ran.add("b"));
        CompletableFuture<?> lastOfAll = new CompletableFuture<>();
        thread.execute(() -> thread.runLast(() -> lastOfAll.complete(null)));
        queued.countDown();
        lastOfAll.join();
        assertThat(ran).containsExactly("b", "end of a");
        thread.runLast(() -> ran.add(Thread.currentThread().getName()));
        assertThat(ran).last().isEqualTo(Thread.currentThread().getName());
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
