package dev.weir.throttle;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Requests bandwidth for one response body. The owner asks for a grant, writes the granted bytes, and asks again.
 *
 * <p>Ask only while the connection is writable, so that a stalled client holds no tokens. Any thread may call {@link
 * #ask} and {@link #close}, but only one thread at a time. Neither method blocks. Grants arrive on the executor that
 * was passed to {@link Throttle#open}. If {@link #close} is called before a grant is delivered, the throttle takes the
 * grant back.
 *
 * <p>A thread outside that executor may call {@link #close} while a grant is being delivered. The throttle may then
 * call {@code onGrant} once more after the close. The receiver of that grant must call {@link #close} again to give
 * back the bytes that it does not write.
 */
public final class Download {
    private final Throttle throttle;
    private final WaiterView waiter;
    private final Executor executor;
    private final LongConsumer onGrant;
    /**
     * The bytes of a grant that is not delivered yet. {@link #deliver} and {@link #close} each read the bytes and set
     * them to 0 atomically, so only one of them gets the grant.
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
     * Asks for a grant of at most {@code wanted} bytes. The throttle answers with one call of {@code onGrant}, which
     * receives the number of bytes that may be written. The number is at least 1. Do not ask again before that call.
     *
     * @throws IllegalArgumentException if {@code wanted} is less than 1
     */
    public void ask(long wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("asked for " + wanted + " bytes");
        }
        throttle.ask(this, wanted);
    }

    /** Counts {@code bytes} of a grant as written. Written bytes cannot be given back. */
    public void wrote(long bytes) {
        throttle.counts().writtenBytes.add(bytes);
    }

    /**
     * Ends the download. Withdraws its unanswered ask and gives back the unwritten bytes of its last grant. A further
     * call only gives back more bytes.
     *
     * @param unwritten the number of bytes of the last grant that were not written; 0 or more
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

    /** Passes the grant to {@code onGrant}, unless the download is closed. Runs on the executor. */
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

    /** The shaper's view of the download. The throttle uses it inside its {@link SerialExecutor}. */
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
