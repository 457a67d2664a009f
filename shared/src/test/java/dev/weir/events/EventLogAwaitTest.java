package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the log promises to a thread that waits for something new. If a test here ends by its time, nobody woke it. */
@Timeout(60)
class EventLogAwaitTest {
    private final EventLog log = new EventLog("e", 10, Long.MAX_VALUE);

    @Test
    void e03_anAppendWakesWhoeverWaits() throws Exception {
        FutureTask<Boolean> first = new FutureTask<>(() -> log.await(0, Long.MAX_VALUE));
        FutureTask<Boolean> second = new FutureTask<>(() -> log.await(0, Long.MAX_VALUE));
        parked(first);
        parked(second);
        log.append("a", null, "x");
        assertThat(first.get()).isTrue();
        assertThat(second.get()).isTrue();
    }

    @Test
    void e03_whatIsThereAlreadyIsNotWaitedFor() throws InterruptedException {
        log.append("a", null, "x");
        assertThat(log.await(0, Long.MAX_VALUE)).isTrue();
        assertThat(log.await(1, 0)).isFalse();
    }

    @Test
    void l02_theTimeIsOver() throws InterruptedException {
        assertThat(log.await(0, 0)).isFalse();
        assertThat(log.await(0, -1)).isFalse();
        assertThat(log.await(0, 1)).isFalse();
    }

    @Test
    void e09_whoIsUnparkedWaitsNoMore() throws Exception {
        FutureTask<Boolean> waits = new FutureTask<>(() -> log.await(0, Long.MAX_VALUE));
        LockSupport.unpark(parked(waits));
        assertThat(waits.get()).as("there is nothing").isFalse();
    }

    @Test
    void e09_whoIsInterruptedWaitsNoMore() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        FutureTask<Void> waits = new FutureTask<>(() -> {
            assertThatThrownBy(() -> log.await(0, Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
            interrupted.complete(Thread.currentThread().isInterrupted());
            return null;
        });
        parked(waits).interrupt();
        waits.get();
        assertThat(interrupted.join()).as("told once").isFalse();
    }

    /** Each append comes just when the other begins to wait. */
    @Test
    void e03_noAppendIsMissedHoweverItMeetsTheWait() throws Exception {
        int events = 20_000;
        AtomicLong seen = new AtomicLong();
        FutureTask<Void> follows = new FutureTask<>(() -> {
            while (seen.get() < events) {
                if (log.await(seen.get(), Long.MAX_VALUE)) {
                    seen.incrementAndGet();
                }
            }
            return null;
        });
        Thread.ofPlatform().daemon().start(follows);
        for (int event = 1; event <= events; event++) {
            log.append("a", null, "x");
            while (seen.get() < event && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        }
        follows.get();
        assertThat(seen).hasValue(events);
    }

    private static Thread parked(FutureTask<?> task) {
        Thread thread = Thread.ofPlatform().daemon().start(task);
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> thread.getState() == State.TIMED_WAITING);
        return thread;
    }
}
