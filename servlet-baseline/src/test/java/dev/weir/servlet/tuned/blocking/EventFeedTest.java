package dev.weir.servlet.tuned.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.events.ConcurrentReads;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.Topics;
import dev.weir.throttle.Timer;
import java.io.InterruptedIOException;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how the thread of a stream or poll waits for events. If a test times out, nothing has woken the thread. */
@Timeout(60)
class EventFeedTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final EventLog log = new EventLog("e", 10, Long.MAX_VALUE);
    private final ConcurrentReads reads = new ConcurrentReads(log);
    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1);
    private final WakeUps wakeUps = new WakeUps(timers);
    private final Timer timer = (task, delayNanos) -> {
        Future<?> alarm = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    };
    private final Queue<EventFeed> feeds = new ConcurrentLinkedQueue<>();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        timers.shutdownNow();
    }

    private interface Wait<T> {
        T with(EventFeed feed) throws Exception;
    }

    /** Starts a thread that runs {@code wait} with a new feed of events. */
    private <T> FutureTask<T> start(Duration timeout, Wait<T> wait) {
        FutureTask<T> task = new FutureTask<>(() -> {
            Reading reading = new Reading(Topics.of(List.of()), 0, 1, timeout, false);
            try (EventFeed feed = new EventFeed(log, reads, reading, LONG, wakeUps, timer)) {
                Runnable unlisten = log.listen(feed::look);
                feeds.add(feed);
                try {
                    return wait.with(feed);
                } finally {
                    unlisten.run();
                }
            }
        });
        threads.add(Thread.ofPlatform().daemon().start(task));
        return task;
    }

    private void awaitParked(int count) {
        await().until(() -> threads.stream()
                        .filter(thread -> thread.getState() == State.WAITING)
                        .count()
                == count);
    }

    @Test
    void e03_anAppendWakesAllWaitingThreads() throws Exception {
        Future<Integer> first = start(LONG, feed -> feed.next().size());
        Future<Integer> second = start(LONG, feed -> feed.next().size());
        awaitParked(2);
        log.append("a", null, "x");
        assertThat(first.get()).isEqualTo(1);
        assertThat(second.get()).isEqualTo(1);
    }

    @Test
    void e03_aFeedDoesNotWaitForEventsThatAreThere() throws Exception {
        log.append("a", null, "x");
        assertThat(start(LONG, feed -> feed.next().size()).get()).isEqualTo(1);
    }

    @Test
    void l02_theTimeIsOver() throws Exception {
        for (long millis : new long[] {0, 1, 50}) {
            assertThat(start(Duration.ofMillis(millis), feed -> feed.next().size())
                            .get())
                    .isZero();
        }
    }

    @Test
    void e09_aClientThatHasLeftWaitsNoMore() throws Exception {
        Future<Boolean> waits = start(LONG, feed -> {
            assertThatThrownBy(feed::next).isInstanceOf(ClientAbortException.class);
            return true;
        });
        awaitParked(1);
        feeds.element().gone();
        assertThat(waits.get()).isTrue();
    }

    @Test
    void e09_aClientThatIsDismissedWaitsNoMore() throws Exception {
        Future<Integer> waits = start(LONG, feed -> feed.next().size());
        awaitParked(1);
        feeds.element().dismiss();
        assertThat(waits.get()).isZero();
    }

    @Test
    void e09_aClientThatIsInterruptedWaitsNoMore() throws Exception {
        Future<Boolean> interrupted = start(LONG, feed -> {
            assertThatThrownBy(feed::next).isInstanceOf(InterruptedIOException.class);
            return Thread.currentThread().isInterrupted();
        });
        awaitParked(1);
        threads.element().interrupt();
        assertThat(interrupted.get()).as("the interrupt status is cleared").isFalse();
    }

    /** Each event is appended just when another thread begins to wait. The waiting thread must see all events. */
    @Test
    void e03_noAppendIsMissedHoweverItMeetsTheWait() throws Exception {
        int events = 20_000;
        AtomicLong seen = new AtomicLong();
        Future<Boolean> follows = start(LONG, feed -> {
            while (seen.get() < events) {
                seen.addAndGet(feed.next().size());
            }
            return true;
        });
        await().until(() -> !feeds.isEmpty());
        for (int event = 1; event <= events; event++) {
            log.append("a", null, "x");
            while (seen.get() < event && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        }
        assertThat(follows.get()).isTrue();
        assertThat(seen).hasValue(events);
    }
}
