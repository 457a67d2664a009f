package dev.weir.throttle;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Cuts off clients that hold a grant and take next to nothing of it: each of them would keep its connection, its file and
 * its place for ever.
 *
 * <p>A client that waits for a grant is not slow, whatever it took before. Looks at all downloads at once, some times in
 * the time that a client has, so that it is cut off half of it late at most. What it takes is seen as its socket makes
 * room, which Linux says in steps of a third of the send buffer. Thread-safe.
 */
public final class SlowReaders implements AutoCloseable {
    private static final int LOOKS = 4;

    private final long leastBytes;
    private final long nanos;
    private final LongSupplier nanoClock;
    private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor looks = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("weir-slow").factory());

    /** A response that is being written; called by its own executor. */
    public interface Body {
        /** Bytes of its content that have left; only grows. */
        long written();

        /** Whether there are bytes that it may write and has not written, or would ask for if its client took more. */
        boolean holdsGrant();

        /** The client is too slow: ends the response and its connection. */
        void cutOff();
    }

    private static final class Watched {
        final Body body;
        final Executor executor;
        long written;
        long sinceNanos;
        boolean held;

        Watched(Body body, Executor executor, long nowNanos) {
            this.body = body;
            this.executor = executor;
            sinceNanos = nowNanos;
        }
    }

    /**
     * Starts to look.
     *
     * @param leastBytes that a client must take in {@code time}; 0 for as slowly as it likes
     */
    public SlowReaders(long leastBytes, Duration time, LongSupplier nanoClock) {
        this.leastBytes = leastBytes;
        this.nanos = time.toNanos();
        this.nanoClock = nanoClock;
        long everyNanos = Math.max(1, nanos / LOOKS);
        if (leastBytes > 0) {
            var _ = looks.scheduleWithFixedDelay(this::look, everyNanos, everyNanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Looks after a body, until the returned task has run. */
    public Runnable watch(Body body, Executor executor) {
        Watched one = new Watched(body, executor, nanoClock.getAsLong());
        watched.add(one);
        return () -> watched.remove(one);
    }

    private void look() {
        watched.removeIf(one -> !handed(one, () -> Guarded.run(() -> look(one))));
    }

    /** False when its event loop has ended, and its connection with it. */
    private static boolean handed(Watched one, Runnable look) {
        try {
            one.executor.execute(look);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void look(Watched one) {
        long nowNanos = nanoClock.getAsLong();
        long written = one.body.written();
        boolean before = one.held;
        one.held = one.body.holdsGrant();
        if (!before || !one.held || written - one.written >= leastBytes) {
            one.written = written;
            one.sinceNanos = nowNanos;
        } else if (nowNanos - one.sinceNanos >= nanos) {
            one.body.cutOff();
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
