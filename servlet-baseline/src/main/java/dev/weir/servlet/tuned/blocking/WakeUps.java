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
 * Wakes threads that wait for a grant or an event, in small batches. A carrier thread empties one queue before it looks
 * into another (see {@link ForkJoinPool}), so thousands of woken virtual threads would run before a new request. The
 * next batch starts when most threads of the earlier batches have run.
 *
 * <p>Thread-safe. No method blocks except {@link Sleeper#park}.
 */
final class WakeUps {
    /** Maximum number of woken threads that have not run yet. Bounds the delay of a new request. */
    private static final int MANY = 32;
    /** When the number of woken threads that have not run yet falls to this value, the next batch is woken. */
    private static final int FEW = 4;

    private enum SleeperState {
        AWAKE,
        WAITING,
        /** The thread has a grant or an event, and is in the queue or being added. */
        QUEUED,
        /** The thread was woken, and has not taken its grant or event yet. */
        WOKEN
    }

    static final class Sleeper {
        private final Thread thread = Thread.currentThread();
        private final AtomicReference<SleeperState> state = new AtomicReference<>(SleeperState.AWAKE);

        void unpark() {
            LockSupport.unpark(thread);
        }

        /**
         * Parks the thread unless it is marked as woken. Checks the mark, because a lock may have consumed the permit
         * of the wake-up. May return without a wake-up.
         */
        void park() {
            if (state.get() != SleeperState.WOKEN) {
                LockSupport.park(this);
            }
        }
    }

    private final Executor waker;
    /** Sleepers to wake. Contains each sleeper at most twice. */
    private final Queue<Sleeper> sleepers = new ConcurrentLinkedQueue<>();

    private final AtomicInteger woken = new AtomicInteger();

    /**
     * @param waker runs its tasks on a platform thread. A virtual thread would add all woken threads to its carrier's
     *     queue
     */
    WakeUps(Executor waker) {
        this.waker = waker;
    }

    /** Runs the task on the waking thread. Does nothing after the server has stopped. */
    void execute(Runnable task) {
        try {
            waker.execute(task);
        } catch (RejectedExecutionException e) {
            // A waiting thread ends when its connection is closed.
        }
    }

    /** Marks the sleeper as having a grant. The caller must then call {@link #wake} or {@link #taken}. */
    static void announce(Sleeper sleeper) {
        sleeper.state.set(SleeperState.QUEUED);
    }

    /** Adds the sleeper to the queue of sleepers to wake. Does nothing on the sleeper's own thread. */
    void wake(Sleeper sleeper) {
        if (!sleeper.thread.equals(Thread.currentThread())) {
            sleepers.add(sleeper);
            wakeSome();
        }
    }

    /**
     * Marks the sleeper as waiting. The sleeper calls this before it checks for a grant or an event, and then calls
     * {@link Sleeper#park} if there is none.
     */
    void waits(Sleeper sleeper) {
        settle(sleeper, SleeperState.WAITING);
    }

    /**
     * Wakes the sleeper if it waits. Does nothing otherwise, because an awake sleeper checks for events before it waits
     * again.
     */
    void tell(Sleeper sleeper) {
        if (sleeper.state.compareAndSet(SleeperState.WAITING, SleeperState.QUEUED)) {
            wake(sleeper);
        }
    }

    /**
     * Marks the sleeper as awake. The sleeper calls this when it has taken the grant or event, or when it will not wait
     * again.
     */
    void taken(Sleeper sleeper) {
        settle(sleeper, SleeperState.AWAKE);
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
