package dev.weir.servlet.blocking;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Wakes threads that were granted something, a few at a time.
 *
 * <p>A carrier thread runs what it finds in one queue until that is empty, and only then looks into another ({@link
 * ForkJoinPool}). Thousands woken at once, as after a pause of the machine, would all run before a request that came
 * meanwhile; so the next are woken when those before them run.
 *
 * <p>Thread-safe; nobody waits in it. Who makes grants calls {@link #execute}, which is a hand-over of a few of them.
 */
final class WakeUps implements Executor {
    /** Woken and not running yet, at which no more are woken. */
    private static final int MANY = 16;

    private final Executor waker;
    /** No longer than the number of downloads that wait. */
    private final Queue<Runnable> handOvers = new ConcurrentLinkedQueue<>();

    private final AtomicInteger woken = new AtomicInteger();

    /** @param waker a platform thread: a virtual one would wake the others into the queue that it is itself in */
    WakeUps(Executor waker) {
        this.waker = waker;
    }

    @Override
    public void execute(Runnable handOver) {
        handOvers.add(handOver);
        wakeSome();
    }

    /** A thread is woken with a grant, and calls {@link #runs} when it takes it. */
    void wakes() {
        woken.incrementAndGet();
    }

    /** That thread runs. */
    void runs() {
        if (woken.decrementAndGet() == MANY - 1 && !handOvers.isEmpty()) {
            waker.execute(this::wakeSome);
        }
    }

    private synchronized void wakeSome() {
        while (woken.get() < MANY) {
            Runnable handOver = handOvers.poll();
            if (handOver == null) {
                return;
            }
            handOver.run();
        }
    }
}
