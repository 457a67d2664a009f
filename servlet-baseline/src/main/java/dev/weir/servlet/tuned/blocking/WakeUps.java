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
 * <p>A carrier thread runs what it finds in one queue until that is empty, and only then looks into another ({@link
 * ForkJoinPool}). Thousands woken at once, as after a pause of the machine, would all run before a request that came
 * meanwhile; so the next are woken when those before them run.
 *
 * <p>Thread-safe; nobody waits in it.
 */
final class WakeUps {
    /** At so many woken threads that do not run yet, no more are woken. A carrier runs them in less than a millisecond. */
    private static final int MANY = 32;
    /** At so few, more are woken. The waker's thread switch then serves several. */
    private static final int FEW = 4;

    private enum State {
        AWAKE,
        /** It wants to be told. */
        WAITING,
        /** There is something for it, and it is or will be in the queue. */
        QUEUED,
        /** It was woken, and has not taken the grant or event yet. Such sleepers are counted. */
        WOKEN
    }

    /** A thread that waits at times. Made by that thread. */
    static final class Sleeper {
        private final Thread thread = Thread.currentThread();
        private final AtomicReference<State> state = new AtomicReference<>(State.AWAKE);

        /** Whether there is a grant or not. */
        void unpark() {
            LockSupport.unpark(thread);
        }

        /** Parks the sleeper's thread unless it is woken already, since a lock may have consumed the permit; may wake spuriously. */
        void park() {
            if (state.get() != State.WOKEN) {
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

    /** Has the thread that wakes the others do this too. Nothing, once the server has stopped. */
    void execute(Runnable task) {
        try {
            waker.execute(task);
        } catch (RejectedExecutionException e) {
            // A thread that waits now ends with its connection.
        }
    }

    /** Announces a grant; {@link #wake} or {@link #taken} follows. */
    static void announce(Sleeper sleeper) {
        sleeper.state.set(State.QUEUED);
    }

    /** The grant is there. A thread that made its own grant is awake. */
    void wake(Sleeper sleeper) {
        if (!sleeper.thread.equals(Thread.currentThread())) {
            sleepers.add(sleeper);
            wakeSome();
        }
    }

    /** The sleeper calls this before it looks for something new; if it finds nothing, it calls {@link Sleeper#park}. */
    void waits(Sleeper sleeper) {
        settle(sleeper, State.WAITING);
    }

    /** Wakes a sleeper that waits, since it can see something new. A sleeper that is awake looks before it waits again. */
    void tell(Sleeper sleeper) {
        if (sleeper.state.compareAndSet(State.WAITING, State.QUEUED)) {
            wake(sleeper);
        }
    }

    /** The sleeper calls this when it has taken the grant or event, or waits no more. */
    void taken(Sleeper sleeper) {
        settle(sleeper, State.AWAKE);
    }

    private void settle(Sleeper sleeper, State now) {
        if (sleeper.state.getAndSet(now) == State.WOKEN && woken.decrementAndGet() == FEW && !sleepers.isEmpty()) {
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
            if (!next.state.compareAndSet(State.QUEUED, State.WOKEN)) {
                // The sleeper has taken it without being woken, or was woken through an older place in the queue.
                woken.decrementAndGet();
            }
            next.unpark();
        }
    }
}
