package dev.weir.servlet.tuned.blocking;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes waiting threads in small batches. Each thread waits for an event, for bandwidth (a grant of the throttle), or
 * until others have been woken ({@link #letOthersFirst}). If all were woken at once, thousands of virtual threads would run before a new request (see the queues of
 * {@link ForkJoinPool}). The next batch starts when most threads of the earlier batches have run.
 *
 * <p>Thread-safe. Only {@link Sleeper#park} and {@link #letOthersFirst} block.
 */
final class WakeUps {
    /** Maximum number of woken threads that have not run yet. Limits the delay of a new request. */
    private static final int MANY = 32;
    /** When the number of woken threads that have not run yet falls to this value, the next threads are woken. */
    private static final int FEW = 4;

    private enum SleeperState {
        AWAKE,
        WAITING,
        /** The thread need not wait any longer, and will be woken soon. */
        QUEUED,
        /** The thread was woken, but has not yet called {@link #taken} or {@link #waits}. */
        WOKEN
    }

    /** Stands for the thread that created this object. */
    static final class Sleeper {
        private final Thread thread = Thread.currentThread();
        private final AtomicReference<SleeperState> state = new AtomicReference<>(SleeperState.AWAKE);

        void unpark() {
            LockSupport.unpark(thread);
        }

        /**
         * Blocks the thread until it is woken. May return too early, like {@link LockSupport#park}. Returns at once if
         * the thread is already marked as woken. Without this mark, a wake-up could get lost: if the thread waits for a
         * lock between the wake-up and this call, that wait may use up the thread's {@link LockSupport} permit.
         */
        void park() {
            if (state.get() != SleeperState.WOKEN) {
                LockSupport.park(this);
            }
        }
    }

    private final Executor waker;
    /** The waiting threads to wake, in order. */
    private final Queue<Sleeper> sleepers = new ConcurrentLinkedQueue<>();

    private final AtomicInteger woken = new AtomicInteger();

    /**
     * @param waker runs its tasks on a platform thread. A virtual thread would put all threads that it wakes into one
     *     queue, that of its own carrier thread
     */
    WakeUps(Executor waker) {
        this.waker = waker;
    }

    /** Runs the task on the thread that wakes other threads. Does nothing after the server has stopped. */
    void execute(Runnable task) {
        try {
            waker.execute(task);
        } catch (RejectedExecutionException e) {
            // A waiting thread ends when its connection is closed.
        }
    }

    /** Marks the sleeper as having a grant of the throttle. Call {@link #wake} or {@link #taken} next. */
    static void announce(Sleeper sleeper) {
        sleeper.state.set(SleeperState.QUEUED);
    }

    /** Wakes the sleeper soon, unless it is the calling thread. The sleeper must be {@link SleeperState#QUEUED}. */
    void wake(Sleeper sleeper) {
        if (!sleeper.thread.equals(Thread.currentThread())) {
            sleepers.add(sleeper);
            wakeSome();
        }
    }

    /**
     * Marks the sleeper as waiting. The sleeper first calls this method, and then checks for an event. If there is no
     * event, the sleeper calls {@link Sleeper#park}.
     */
    void waits(Sleeper sleeper) {
        settle(sleeper, SleeperState.WAITING);
    }

    /**
     * Wakes the sleeper if it waits for an event. Otherwise does nothing, because the sleeper checks for events before
     * it waits again.
     */
    void tell(Sleeper sleeper) {
        if (sleeper.state.compareAndSet(SleeperState.WAITING, SleeperState.QUEUED)) {
            wake(sleeper);
        }
    }

    /**
     * Marks the sleeper as awake. Call this when the sleeper has taken its grant or event, or when it will not wait
     * again.
     */
    void taken(Sleeper sleeper) {
        settle(sleeper, SleeperState.AWAKE);
    }

    /**
     * Waits until the threads that are already queued for a wake-up were woken. Returns at once if there are none. May
     * return too early, like {@link LockSupport#park}, for example after {@link Sleeper#unpark}.
     */
    void letOthersFirst(Sleeper sleeper) {
        if (sleepers.isEmpty()) {
            return;
        }
        announce(sleeper);
        sleepers.add(sleeper);
        wakeSome(); // usually wakes none, because as many threads as allowed are awake
        sleeper.park();
        taken(sleeper);
    }

    private void settle(Sleeper sleeper, SleeperState now) {
        if (sleeper.state.getAndSet(now) == SleeperState.WOKEN
                && woken.decrementAndGet() == FEW
                && !sleepers.isEmpty()) {
            execute(this::wakeSome);
        }
    }

    private synchronized void wakeSome() {
        while (woken.get() < MANY) {
            Sleeper next = sleepers.poll();
            if (next == null) {
                return;
            }
            woken.incrementAndGet();
            if (!next.state.compareAndSet(SleeperState.QUEUED, SleeperState.WOKEN)) {
                // The sleeper is awake already, or an earlier entry of the queue has woken it.
                woken.decrementAndGet();
            }
            next.unpark();
        }
    }
}
