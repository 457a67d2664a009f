package dev.weir.throttle;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * One response body in the throttle: it asks for a grant, writes the granted bytes, and asks again.
 *
 * <p>Ask only while the connection is writable, so that a stalled client holds no tokens. Any thread may call {@link
 * #ask} and {@link #close}, but only one at a time. Both return at once. Grants arrive on the executor that {@link
 * Throttle#open} was given. A grant that is still on its way at the close returns to the throttle.
 *
 * <p>A close by a thread outside that executor can race with {@code onGrant}. Then {@code onGrant} may be called once
 * more after the close. Its receiver owns those bytes and returns what it does not write with a {@link #close} of its
 * own. So there may be more than one close.
 */
public final class Download {
    private final Throttle throttle;
    private final WaiterView waiter;
    private final Executor executor;
    private final LongConsumer onGrant;
    /**
     * A grant on its way to the executor. Either the executor or {@link #close} swaps in 0, and that one owns the
     * bytes.
     */
    private final AtomicLong pending = new AtomicLong();

    private volatile boolean closed;

    Download(Throttle throttle, Share share, Executor executor, LongConsumer onGrant) {
        this.throttle = throttle;
        this.waiter = new WaiterView(share);
        this.executor = executor;
        this.onGrant = onGrant;
    }

    /**
     * Asks for a grant of at most {@code wanted} bytes. The answer is one call of {@code onGrant} with the number of
     * bytes that may be written, at least 1. Do not ask again before that call.
     *
     * @throws IllegalArgumentException when {@code wanted} is less than 1
     */
    public void ask(long wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("asked for " + wanted + " bytes");
        }
        throttle.ask(this, wanted);
    }

    /** Reports that {@code bytes} of a grant were written. Written bytes cannot be given back. */
    public void wrote(long bytes) {
        throttle.counts().writtenBytes.add(bytes);
    }

    /**
     * Ends the download, withdraws a waiting ask, and gives back bytes of the last grant. A second call only gives back
     * more.
     *
     * @param unwritten bytes of the last grant that were not written; 0 or more
     */
    public void close(long unwritten) {
        closed = true;
        throttle.close(this, unwritten);
    }

    WaiterView waiter() {
        return waiter;
    }

    Executor executor() {
        return executor;
    }

    /** Runs on the executor. */
    void deliver() {
        if (closed) {
            return; // close returns the grant, even if its turn in the throttle has not come yet
        }
        long bytes = pending.getAndSet(0);
        if (bytes > 0) {
            onGrant.accept(bytes);
        }
    }

    long takePending() {
        return pending.getAndSet(0);
    }

    /** The download as the shaper sees it. Only the throttle's writer touches it. */
    final class WaiterView implements Waiter {
        private final Share share;
        private long wanted;

        private WaiterView(Share share) {
            this.share = share;
        }

        void want(long bytes) {
            wanted = bytes;
        }

        @Override
        public Share share() {
            return share;
        }

        @Override
        public long wanted() {
            return wanted;
        }

        @Override
        public void granted(long bytes) {
            pending.set(bytes);
            throttle.granted(Download.this, bytes);
        }
    }
}
