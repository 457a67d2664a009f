package dev.weir.servlet.tuned.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for a grant, and who wakes them. */
@Timeout(60)
class WakeUpsTest {
    private static final int MANY = 32;
    private static final int THREADS = 500;

    private final Queue<Runnable> toWake = new ConcurrentLinkedQueue<>();
    private final WakeUps wakeUps = new WakeUps(toWake::add);
    private final AtomicInteger awake = new AtomicInteger();
    private final AtomicInteger mostAwake = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    /** If this fails, check what is counted: a wake-up from when it is made until its thread has taken the grant. */
    @Test
    void thousandsAreWokenAFewAtATimeAndNoneIsForgotten() throws InterruptedException {
        CountDownLatch mayTake = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        Queue<WakeUps.Sleeper> sleepers = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.startVirtualThread(() -> sleepOnce(sleepers, mayTake)));
        }
        await().until(() -> sleepers.size() == THREADS);
        sleepers.forEach(sleeper -> {
            WakeUps.announce(sleeper);
            wakeUps.wake(sleeper);
        });
        await().until(() -> awake.get() == MANY);
        mayTake.countDown();
        await().until(() -> {
            for (Runnable next = toWake.poll(); next != null; next = toWake.poll()) {
                next.run();
            }
            return done.get() == THREADS;
        });
        assertThat(mostAwake).hasValue(MANY);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void sleepOnce(Queue<WakeUps.Sleeper> sleepers, CountDownLatch mayTake) {
        WakeUps.Sleeper sleeper = new WakeUps.Sleeper();
        sleepers.add(sleeper);
        LockSupport.park(this);
        mostAwake.accumulateAndGet(awake.incrementAndGet(), Math::max);
        try {
            mayTake.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        awake.decrementAndGet();
        done.incrementAndGet();
        wakeUps.taken(sleeper);
    }

    /** A grant that its thread took before it was woken counts for nothing. */
    @Test
    void whoTakesItByItselfLeavesNoTrace() throws InterruptedException {
        for (int i = 0; i < 2 * MANY; i++) {
            Thread other = Thread.startVirtualThread(() -> {
                WakeUps.Sleeper sleeper = new WakeUps.Sleeper();
                WakeUps.announce(sleeper);
                wakeUps.taken(sleeper);
                Thread late = Thread.startVirtualThread(() -> wakeUps.wake(sleeper));
                join(late);
            });
            other.join();
        }
        WakeUps.Sleeper[] one = new WakeUps.Sleeper[1];
        Thread last = Thread.ofVirtual().start(() -> {
            one[0] = new WakeUps.Sleeper();
            done.incrementAndGet();
            LockSupport.park(this);
        });
        await().until(() -> done.get() == 1);
        WakeUps.announce(one[0]);
        wakeUps.wake(one[0]);
        last.join();
    }

    /** If this does not end, those who were told while they did something else have used up all there is. */
    @Test
    void whoDoesNotWaitIsNotWokenAndHoldsUpNobody() throws InterruptedException {
        for (int i = 0; i < 2 * MANY; i++) {
            WakeUps.Sleeper writes = new WakeUps.Sleeper();
            tell(writes);
            wakeUps.waits(writes);
            wakeUps.taken(writes);
            tell(writes);
        }
        assertWokenEachTime();
    }

    /** Of somebody else. */
    private void assertWokenEachTime() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        Queue<WakeUps.Sleeper> sleepers = new ConcurrentLinkedQueue<>();
        Thread thread = Thread.startVirtualThread(() -> {
            WakeUps.Sleeper sleeper = new WakeUps.Sleeper();
            wakeUps.waits(sleeper);
            sleepers.add(sleeper);
            while (looks.get() < 2) {
                sleeper.park();
                wakeUps.waits(sleeper);
                looks.incrementAndGet();
            }
            wakeUps.taken(sleeper);
        });
        await().until(() -> sleepers.size() == 1);
        for (int look = 1; look <= 2; look++) {
            int expected = look;
            wakeUps.tell(sleepers.element());
            await().until(() -> looks.get() == expected);
        }
        thread.join();
    }

    /** Twice the number that is woken at once: if this does not end, some were counted for ever. */
    @Test
    void whoWaitsNoMoreThoughItWasToldIsNotCounted() throws InterruptedException {
        for (int i = 0; i < 2 * MANY; i++) {
            WakeUps.Sleeper told = new WakeUps.Sleeper();
            wakeUps.waits(told);
            tell(told);
            wakeUps.taken(told);
        }
        assertWokenEachTime();
    }

    /** As any thread but the sleeper's does. Who joined it would use up what it is told. */
    private void tell(WakeUps.Sleeper sleeper) {
        Thread other = Thread.startVirtualThread(() -> wakeUps.tell(sleeper));
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
    }

    /** If this does not end, nobody will wake a stream that waited for a lock just when it was told. */
    @Test
    void whoWasWokenWhileItWaitedForSomethingElseDoesNotWaitAgain() {
        WakeUps.Sleeper sleeper = new WakeUps.Sleeper();
        wakeUps.waits(sleeper);
        tell(sleeper);
        LockSupport.park(this); // which uses it up
        sleeper.park();
        wakeUps.taken(sleeper);
        assertThat(toWake).isEmpty();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
