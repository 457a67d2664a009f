package dev.weir.throttle;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * One response body in the throttle: asks for a grant, writes it, asks again.
 *
 * <p>Ask only while the connection can be written, so that a stalled client holds no tokens. {@link #ask} and {@link
 * #close} return at once and may be called by any thread, but by one at a time; grants come on the executor given at
 * {@link Throttle#open}. Whoever closes while a grant is on its way takes nothing: the throttle gets it back.
 *
 * <p>Except that a close on another thread than the executor's can race with {@code onGrant}, which may then be called
 * once after it. Those bytes belong to who got them: what of them is not written it gives back with a {@link #close} of
 * its own, so there may be more than one.
 */
public final class Download {
    private final Throttle throttle;
    private final Place place;
    private final Executor executor;
    private final LongConsumer onGrant;
    /** A grant on its way to the executor: whoever swaps in the 0, owner or {@link #close}, has the bytes. */
    private final AtomicLong pending = new AtomicLong();

    private volatile boolean closed;

    Download(Throttle throttle, Share share, Executor executor, LongConsumer onGrant) {
        this.throttle = throttle;
        this.place = new Place(share);
        this.executor = executor;
        this.onGrant = onGrant;
    }

    /**
     * Asks for a grant of at most {@code wanted} bytes; it comes as one call of {@code onGrant} with what may be
     * written, at least 1. Ask again only after that.
     */
    public void ask(long wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("asked for " + wanted + " bytes");
        }
        throttle.ask(this, wanted);
    }

    /** Tells that so many bytes of a grant are written; they cannot be given back any more. */
    public void wrote(long bytes) {
        throttle.counts().writtenBytes.add(bytes);
    }

    /**
     * Ends the download and gives back what of the last grant was not written. Takes a waiting ask back. Called again,
     * it gives back more.
     */
    public void close(long unwritten) {
        closed = true;
        throttle.close(this, unwritten);
    }

    Place place() {
        return place;
    }

    Executor executor() {
        return executor;
    }

    /** On the executor. */
    void deliver() {
        if (closed) {
            return; // close, which may not have had its turn in the throttle yet, returns the grant
        }
        long bytes = pending.getAndSet(0);
        if (bytes > 0) {
            onGrant.accept(bytes);
        }
    }

    long takePending() {
        return pending.getAndSet(0);
    }

    /** The side that the shaper sees; touched only by the throttle's writer. */
    final class Place implements Waiter {
        private final Share share;
        private long wanted;

        private Place(Share share) {
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
