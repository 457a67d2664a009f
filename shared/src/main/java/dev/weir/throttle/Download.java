package dev.weir.throttle;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * One response body that the {@link Throttle} slows down to the allowed rate. The owner calls {@link #ask}. The
 * throttle then calls {@code onGrant} (see {@link Throttle#open}) with a grant: the number of bytes that the owner may
 * write now. The owner writes these bytes, and asks again.
 *
 * <p>Ask only while the connection is writable, so that a client that does not read holds no bandwidth. No method
 * blocks. Any thread may call {@link #ask} and {@link #close}, but two threads must not call them at the same time.
 *
 * <p>If the throttle grants bytes while the owner calls {@link #close}, {@code onGrant} may still run once after the
 * close. The owner must then call {@link #close} again, with the number of granted bytes.
 */
public final class Download {
    private final Throttle throttle;
    private final WaiterView waiter;
    private final Executor executor;
    private final LongConsumer onGrant;
    /** The number of granted bytes not yet passed to {@code onGrant}. {@link #close} gives these bytes back. */
    private final AtomicLong pending = new AtomicLong();

    private volatile boolean closed;

    Download(Throttle throttle, Share share, Executor executor, LongConsumer onGrant) {
        this.throttle = throttle;
        this.waiter = new WaiterView(share);
        this.executor = executor;
        this.onGrant = onGrant;
    }

    /**
     * Asks the throttle for permission to send at most {@code wanted} bytes. The throttle then calls {@code onGrant}
     * (see {@link Throttle#open}) once, with a number of at least 1. Do not ask again before this call.
     *
     * @throws IllegalArgumentException if {@code wanted} is less than 1
     */
    public void ask(long wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("asked for " + wanted + " bytes");
        }
        throttle.ask(this, wanted);
    }

    /**
     * Runs {@code task} on this download's executor. If the executor runs tasks in order, the grants that are already
     * queued there come first. Any thread may call this.
     */
    public void later(Runnable task) {
        executor.execute(() -> Guarded.run(task));
    }

    /** Reports that {@code bytes} of a grant were written. Do not pass these bytes to {@link #close}. */
    public void wrote(long bytes) {
        throttle.counts().writtenBytes.add(bytes);
    }

    /**
     * Ends the download, cancels an unanswered {@link #ask}, and gives unwritten bytes back to the token buckets. A
     * second call only gives bytes back.
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
        private boolean served;

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
        public boolean isNew() {
            return !served;
        }

        @Override
        public void granted(long bytes) {
            served = true;
            pending.set(bytes);
            throttle.granted(Download.this, bytes);
        }
    }
}
