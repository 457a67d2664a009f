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

/** Tests how {@link WakeUps} wakes threads that wait for a grant of bandwidth or for an event. */
@Timeout(60)
class WakeUpsTest {
    private static final int MANY = 32;
    private static final int THREADS = 500;

    private final Queue<Runnable> toWake = new ConcurrentLinkedQueue<>();
    private final WakeUps wakeUps = new WakeUps(toWake::add);
    private final AtomicInteger awake = new AtomicInteger();
    private final AtomicInteger mostAwake = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    /** If this fails, check that {@link WakeUps} counts a woken thread until the thread has taken its grant. */
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
            runAll();
            return done.get() == THREADS;
        });
        assertThat(mostAwake).hasValue(MANY);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void runAll() {
        for (Runnable next = toWake.poll(); next != null; next = toWake.poll()) {
            next.run();
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

    /** A thread that has written its last bytes lets those that have a grant write first. */
    @Test
    void aThreadThatLetsOthersFirstWaitsUntilTheyAreWoken() throws InterruptedException {
        CountDownLatch mayTake = new CountDownLatch(1);
        Queue<WakeUps.Sleeper> sleepers = new ConcurrentLinkedQueue<>();
        for (int i = 0; i <= MANY; i++) {
            Thread.startVirtualThread(() -> sleepOnce(sleepers, mayTake));
        }
        await().until(() -> sleepers.size() == MANY + 1);
        sleepers.forEach(sleeper -> {
            WakeUps.announce(sleeper);
            wakeUps.wake(sleeper);
        });
        Thread last = Thread.startVirtualThread(() -> wakeUps.letOthersFirst(new WakeUps.Sleeper()));
        await().until(() -> last.getState() == Thread.State.WAITING);
        mayTake.countDown();
        await().until(() -> {
            runAll();
            return done.get() == MANY + 1;
        });
        last.join();
        wakeUps.letOthersFirst(new WakeUps.Sleeper()); // none is queued, so this returns at once
    }

    /**
     * Many threads take their grants of bandwidth before they are woken. {@link WakeUps} must not count them as woken.
     * Otherwise it wakes no more threads, and this test times out.
     */
    @Test
    void aClientThatTakesItByItselfLeavesNoTrace() throws InterruptedException {
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

    /**
     * Many threads are notified while they do not wait. {@link WakeUps} must not count them as woken. Otherwise it
     * wakes no more threads, and this test times out.
     */
    @Test
    void aClientThatDoesNotWaitIsNotWokenAndHoldsUpNobody() throws InterruptedException {
        for (int i = 0; i < 2 * MANY; i++) {
            WakeUps.Sleeper writes = new WakeUps.Sleeper();
            tell(writes);
            wakeUps.waits(writes);
            wakeUps.taken(writes);
            tell(writes);
        }
        assertWokenEachTime();
    }

    /** Starts a thread that waits, and checks that each notification wakes it. */
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

    /**
     * Many threads are woken although they no longer wait. {@link WakeUps} must not continue to count them as woken.
     * Otherwise it wakes no more threads, and this test times out.
     */
    @Test
    void aClientThatWaitsNoMoreThoughItWasToldIsNotCounted() throws InterruptedException {
        for (int i = 0; i < 2 * MANY; i++) {
            WakeUps.Sleeper told = new WakeUps.Sleeper();
            wakeUps.waits(told);
            tell(told);
            wakeUps.taken(told);
        }
        assertWokenEachTime();
    }

    /**
     * Notifies the sleeper, which is the calling thread, from another thread. Does not join the other thread, because a
     * join would consume the park permit of the calling thread.
     */
    private void tell(WakeUps.Sleeper sleeper) {
        Thread other = Thread.startVirtualThread(() -> wakeUps.tell(sleeper));
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
    }

    /**
     * A wake-up gives the thread a park permit, but the thread consumes the permit by waiting for something else. No
     * second wake-up comes. So {@link WakeUps.Sleeper#park} must return at once. Otherwise this test times out.
     */
    @Test
    void aClientThatWasWokenWhileItWaitedForSomethingElseDoesNotWaitAgain() {
        WakeUps.Sleeper sleeper = new WakeUps.Sleeper();
        wakeUps.waits(sleeper);
        tell(sleeper);
        LockSupport.park(this); // consumes the permit
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
