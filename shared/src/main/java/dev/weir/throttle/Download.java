package dev.weir.throttle;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Requests bandwidth for one response body. The owner asks for a grant, writes the granted bytes, and asks again.
 *
 * <p>Ask only while the connection is writable, so that a stalled client holds no tokens. No method blocks. Any thread
 * may call {@link #ask} and {@link #close}, but not two threads at the same time.
 *
 * <p>A close may run concurrently with a grant on the executor. {@code onGrant} may then run once more. The owner must
 * then call {@link #close} again with the granted bytes that it does not write.
 */
public final class Download {
    private final Throttle throttle;
    private final WaiterView waiter;
    private final Executor executor;
    private final LongConsumer onGrant;
    /**
     * The bytes of an undelivered grant. {@link #deliver} and {@link #close} both read and clear them atomically, so
     * only one of them gets the grant.
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
     * Asks for a grant of at most {@code wanted} bytes. The throttle answers with one call of {@code onGrant}, with at
     * least 1 byte. Do not ask again before that call.
     *
     * @throws IllegalArgumentException if {@code wanted} is less than 1
     */
    public void ask(long wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("asked for " + wanted + " bytes");
        }
        throttle.ask(this, wanted);
    }

    /** Counts {@code bytes} of a grant as written. They cannot be given back. */
    public void wrote(long bytes) {
        throttle.counts().writtenBytes.add(bytes);
    }

    /**
     * Ends the download. Withdraws an unanswered ask. A second call only gives back bytes.
     *
     * @param unwritten the granted bytes that were not written; 0 or more
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

    void deliver() {
        if (closed) {
            return; // close gives the grant back
        }
        long bytes = pending.getAndSet(0);
        if (bytes > 0) {
            onGrant.accept(bytes);
        }
    }

    long takePending() {
        return pending.getAndSet(0);
    }

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
