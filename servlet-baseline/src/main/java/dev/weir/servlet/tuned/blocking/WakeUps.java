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
    /** Woken and not running yet, at which no more are woken: what a carrier runs in less than a millisecond. */
    private static final int MANY = 32;
    /** At which more are: waking them is a switch of threads, which is to serve several. */
    private static final int FEW = 4;

    private enum State {
        AWAKE,
        /** It wants to be told. */
        WAITING,
        /** There is something for it, and it is or will be in the queue. */
        QUEUED,
        /** It was woken, and has not taken it yet: counted. */
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

        /** By the sleeper: until it is told or for no reason; not if it was, and some lock's wait has used that up. */
        void park() {
            if (state.get() != State.WOKEN) {
                LockSupport.park(this);
            }
        }
    }

    private final Executor waker;
    /** No longer than the number of those who wait, twice. */
    private final Queue<Sleeper> sleepers = new ConcurrentLinkedQueue<>();

    private final AtomicInteger woken = new AtomicInteger();

    /** @param waker a platform thread: a virtual one would wake the others into the queue that it is itself in */
    WakeUps(Executor waker) {
        this.waker = waker;
    }

    /** Has the thread that wakes the others do this too. Nothing, once the server has stopped. */
    void execute(Runnable task) {
        try {
            waker.execute(task);
        } catch (RejectedExecutionException e) {
            // Who waits now ends with its connection.
        }
    }

    /** There will be a grant, of which {@link #wake} tells or which {@link #taken} follows. */
    static void announce(Sleeper sleeper) {
        sleeper.state.set(State.QUEUED);
    }

    /** The grant is there. Who makes its own needs not be woken. */
    void wake(Sleeper sleeper) {
        if (!sleeper.thread.equals(Thread.currentThread())) {
            sleepers.add(sleeper);
            wakeSome();
        }
    }

    /** By the sleeper: it looks now whether there is something, and then calls {@link Sleeper#park}. */
    void waits(Sleeper sleeper) {
        settle(sleeper, State.WAITING);
    }

    /** There is something, which who waits can see. Who does not wait may be held up for long, and looks before it waits. */
    void tell(Sleeper sleeper) {
        if (sleeper.state.compareAndSet(State.WAITING, State.QUEUED)) {
            wake(sleeper);
        }
    }

    /** By the sleeper: it runs, and has taken the grant, or waits no more. */
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
                // It has taken it by itself, or was woken by an older place in the queue, before it was there.
                woken.decrementAndGet();
            }
            next.unpark();
        }
    }
}
