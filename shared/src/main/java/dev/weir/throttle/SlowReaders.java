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
 * Cuts off clients that hold a grant but read almost nothing. Otherwise each would keep its connection, its file and
 * its place for ever.
 *
 * <p>A client that waits for a grant is not slow, however little it read before. One thread checks all downloads
 * several times in the time that a client has, so a cut-off comes at most half of that time late. The check counts a
 * byte as read when the socket has room for another. Linux reports such room in steps of a third of the send buffer.
 *
 * <p>Thread-safe.
 */
public final class SlowReaders implements AutoCloseable {
    private static final int LOOKS = 4;

    private final long leastBytes;
    private final long nanos;
    private final LongSupplier nanoClock;
    private final Set<WatchedBody> watched = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor looks = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("weir-slow").factory());

    /** A response that is being written. Each method is called on the executor given to {@link SlowReaders#watch}. */
    public interface Body {
        /** Bytes of content that have left the server. Never decreases. */
        long written();

        /** Whether the body has bytes that it may write, or would ask for more if its client read faster. */
        boolean holdsGrant();

        /** Ends the response and its connection, because the client is too slow. */
        void cutOff();
    }

    private static final class WatchedBody {
        final Body body;
        final Executor executor;
        long written;
        long sinceNanos;
        boolean held;

        WatchedBody(Body body, Executor executor, long nowNanos) {
            this.body = body;
            this.executor = executor;
            sinceNanos = nowNanos;
        }
    }

    /**
     * Starts the checks.
     *
     * @param leastBytes bytes that a client must read in {@code time}; 0 lets a client be as slow as it likes
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

    /** Checks {@code body} on {@code executor} until the returned task runs. */
    public Runnable watch(Body body, Executor executor) {
        WatchedBody one = new WatchedBody(body, executor, nanoClock.getAsLong());
        watched.add(one);
        return () -> watched.remove(one);
    }

    private void look() {
        watched.removeIf(one -> !handed(one, () -> Guarded.run(() -> look(one))));
    }

    /**
     * Submits the check to the executor of the body. Returns false if the executor rejects it. The event loop has then
     * ended, and so has the connection of the body.
     */
    private static boolean handed(WatchedBody one, Runnable look) {
        try {
            one.executor.execute(look);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void look(WatchedBody one) {
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
