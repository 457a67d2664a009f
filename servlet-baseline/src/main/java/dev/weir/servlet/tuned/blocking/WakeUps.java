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
 * Wakes threads that wait for a grant or an event, a few at a time.
 *
 * <p>A carrier thread empties one queue before it looks into another (see {@link ForkJoinPool}). If thousands of virtual
 * threads were woken at once, such as after a pause of the machine, all of them would run before a new request. So the next
 * few are woken when those before them run.
 *
 * <p>Thread-safe. No method waits except {@link Sleeper#park}.
 */
final class WakeUps {
    /** The most woken threads that do not run yet. A carrier runs so many in less than a millisecond. */
    private static final int MANY = 32;
    /** When only so many are left, more are woken. Then one switch to the waking thread wakes several. */
    private static final int FEW = 4;

    private enum SleeperState {
        AWAKE,
        /** It waits, and wants to be woken. */
        WAITING,
        /** There is a grant or an event for it, and it is in the queue or about to be. */
        QUEUED,
        /** It was woken, and has not taken the grant or event yet. Such sleepers are counted. */
        WOKEN
    }

    /** A thread that waits for grants or events. The thread itself creates it. */
    static final class Sleeper {
        private final Thread thread = Thread.currentThread();
        private final AtomicReference<SleeperState> state = new AtomicReference<>(SleeperState.AWAKE);

        /** Wakes the thread, whether there is a grant or not. */
        void unpark() {
            LockSupport.unpark(thread);
        }

        /** Parks the sleeper's thread unless it is woken already, since a lock may have consumed the permit; may wake spuriously. */
        void park() {
            if (state.get() != SleeperState.WOKEN) {
                LockSupport.park(this);
            }
        }
    }

    private final Executor waker;
    /** Holds each waiting sleeper at most twice. */
    private final Queue<Sleeper> sleepers = new ConcurrentLinkedQueue<>();

    private final AtomicInteger woken = new AtomicInteger();

    /** @param waker a platform thread: a virtual thread would wake the others into its own carrier's queue */
    WakeUps(Executor waker) {
        this.waker = waker;
    }

    /** Runs the task on the waking thread. Does nothing once the server has stopped. */
    void execute(Runnable task) {
        try {
            waker.execute(task);
        } catch (RejectedExecutionException e) {
            // A thread that waits now ends with its connection.
        }
    }

    /** Announces a grant. A call of {@link #wake} or {@link #taken} must follow. */
    static void announce(Sleeper sleeper) {
        sleeper.state.set(SleeperState.QUEUED);
    }

    /** Wakes the sleeper, because its grant is there. A thread that made its own grant is awake already. */
    void wake(Sleeper sleeper) {
        if (!sleeper.thread.equals(Thread.currentThread())) {
            sleepers.add(sleeper);
            wakeSome();
        }
    }

    /** The sleeper calls this before it looks for something new. If it finds nothing, it then calls {@link Sleeper#park}. */
    void waits(Sleeper sleeper) {
        settle(sleeper, SleeperState.WAITING);
    }

    /** Wakes a sleeper that waits, since it can see something new. A sleeper that is awake looks before it waits again. */
    void tell(Sleeper sleeper) {
        if (sleeper.state.compareAndSet(SleeperState.WAITING, SleeperState.QUEUED)) {
            wake(sleeper);
        }
    }

    /** The sleeper calls this when it has taken the grant or event, or waits no more. */
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
                // The sleeper has taken it without being woken, or was woken through an older place in the queue.
                woken.decrementAndGet();
            }
            next.unpark();
        }
    }
}
