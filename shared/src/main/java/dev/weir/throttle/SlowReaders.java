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
 * Closes the connections of clients that are allowed to receive bytes but read almost none. Otherwise such a client
 * would occupy its connection and its open file forever. Thread-safe.
 *
 * <p>A client must read a minimum number of bytes within an allowed time. The time that the client waits for the
 * throttle does not count. Each response is checked four times within the allowed time. So the start of a slow period
 * may be noticed a quarter of this time late, and the check that closes the connection may be another quarter late. A
 * connection is therefore closed after at most 1.5 times the allowed time.
 *
 * <p>Bytes count as read when the socket accepts them for sending. On Linux, a full socket becomes writable again only
 * when a third of its send buffer is free. Until then, the client seems to read nothing.
 */
public final class SlowReaders implements AutoCloseable {
    private static final int LOOKS = 4;

    private final long leastBytes;
    private final long nanos;
    private final LongSupplier nanoClock;
    private final Set<WatchedBody> watched = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor looks = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("weir-slow").factory());

    /** A response that is being written. Its methods run on the executor passed to {@link SlowReaders#watch}. */
    public interface Body {
        /** Returns how many bytes of the body have been written to the socket so far. Never decreases. */
        long written();

        /**
         * Returns whether the response waits for the client to read, and not for the throttle. The response waits for
         * the client while granted bytes are not yet written, or while the connection is not writable.
         */
        boolean holdsGrant();

        /** Ends the response. If bytes of the body are missing, also closes the connection or resets the stream. */
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

    /** @param leastBytes the fewest bytes that a client must read within {@code time}; 0 turns the checks off */
    public SlowReaders(long leastBytes, Duration time, LongSupplier nanoClock) {
        this.leastBytes = leastBytes;
        this.nanos = time.toNanos();
        this.nanoClock = nanoClock;
        long everyNanos = Math.max(1, nanos / LOOKS);
        if (leastBytes > 0) {
            var _ = looks.scheduleWithFixedDelay(this::look, everyNanos, everyNanos, TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Starts regular checks of {@code body}, which run on {@code executor}. Returns a task that ends the checks. The
     * caller must run this task on the same executor. Afterwards, no method of {@code body} is called.
     */
    public Runnable watch(Body body, Executor executor) {
        WatchedBody one = new WatchedBody(body, executor, nanoClock.getAsLong());
        watched.add(one);
        return () -> watched.remove(one);
    }

    private void look() {
        watched.removeIf(one -> !handed(one, () -> Guarded.run(() -> look(one))));
    }

    /**
     * Submits the check {@code look} to the executor of a response. Returns false if the executor rejects the task,
     * because the event loop has ended.
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
        if (!watched.contains(one)) { // the checks have ended since this one was submitted
            return;
        }
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
