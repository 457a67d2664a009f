package dev.weir.cluster.shares;

import dev.weir.throttle.Share;

/**
 * Estimates the rate that a client uses and needs on this node. It is a moving average over about a second. A shorter
 * average would fluctuate, because the throttle grants the bytes of a whole chunk time in one grant.
 *
 * <p>Confined to the thread of {@link Shares}.
 */
final class Demand {
    private static final double NEWEST = 1.0 / 8;
    private static final double NANOS_A_SECOND = 1e9;

    /**
     * A client counts as backlogged if a download waits for at least this fraction of the time. A client that can use a
     * higher rate has a waiting download almost always. A slow client also waits in the queue, but pauses before it
     * asks for the next grant.
     */
    private static final double BACKLOGGED = 0.9;

    /**
     * The factor that turns the used rate of a client that is not backlogged into its need. The surplus lets the client
     * speed up.
     */
    private static final double GROWTH = 1 + 1.0 / 16;

    private static final int FLOOR_PARTS = 128;
    private static final long FLOOR_BYTES = 4096;

    /**
     * The value of {@link #waiting()} for one waiting download. The finer resolution keeps the division among the nodes
     * from jumping.
     */
    private static final int ONE = 16;

    private final Share share;
    private long granted;
    private long lookedNanos;
    private boolean begun;
    private double used;
    /** The average number of waiting downloads. */
    private double waiting;
    /** The fraction of time in which at least one download waits. */
    private double backlogged;

    Demand(Share share, long nowNanos) {
        this.share = share;
        this.granted = share.grantedBytes();
        this.lookedNanos = nowNanos;
    }

    /**
     * Takes a sample of the waiting downloads and the granted bytes. The first sample with a waiting download is not
     * averaged with earlier samples, so that a new client gets its rate without delay.
     */
    void look(long nowNanos) {
        int now = share.waitingDownloads();
        double newest = begun ? NEWEST : 1;
        waiting += (now - waiting) * newest;
        backlogged += ((now > 0 ? 1 : 0) - backlogged) * newest;
        long elapsed = nowNanos - lookedNanos;
        long bytes = share.grantedBytes();
        begun = begun || now > 0 || bytes > granted;
        if (elapsed > 0) {
            used += (Math.max(0, bytes - granted) * NANOS_A_SECOND / elapsed - used) * NEWEST;
            granted = bytes;
            lookedNanos = nowNanos;
        }
    }

    /** Whether a download waits almost always. The client would then use a higher rate. */
    boolean isBacklogged() {
        return backlogged >= BACKLOGGED;
    }

    /** The average number of waiting downloads multiplied by {@link #ONE}, at least 1. */
    long waiting() {
        return Math.max(1, Math.round(waiting * ONE));
    }

    /**
     * The bytes per second that the client needs if it is not backlogged.
     *
     * @param rate the client's limit in bytes per second; 0 means no limit
     */
    long needs(long rate) {
        double needs = used * GROWTH + (rate == 0 ? FLOOR_BYTES : (double) rate / FLOOR_PARTS);
        return rate == 0 ? (long) needs : Math.min(rate, (long) needs);
    }
}
