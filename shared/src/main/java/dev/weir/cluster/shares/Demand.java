package dev.weir.cluster.shares;

import dev.weir.throttle.Share;

/**
 * Estimates the rate that a client uses and needs on this node, as a moving average over about a second. A shorter
 * average would fluctuate, because a client gets the bytes of a whole chunk time in one grant. Confined to the thread
 * of {@link Shares}.
 */
final class Demand {
    private static final double NEWEST = 1.0 / 8;
    private static final double NANOS_A_SECOND = 1e9;

    /**
     * The minimum fraction of time in which a download of a backlogged client waits. A client that can use a higher
     * rate almost always has a waiting download. A slow client pauses between grants.
     */
    private static final double BACKLOGGED = 0.9;

    /** The need of a client that is not backlogged, divided by its used rate. The surplus lets the client speed up. */
    private static final double GROWTH = 1 + 1.0 / 16;

    private static final int FLOOR_PARTS = 128;
    private static final long FLOOR_BYTES = 4096;

    /**
     * The value of {@link #waiting()} for one waiting download. A coarser unit would make the division among the nodes
     * jump.
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
     * Samples the waiting downloads and the granted bytes. The first sample with a waiting download replaces the
     * average number of waiting downloads, so that a new client gets its rate without delay.
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

    /** Whether a download waits almost always. Such a client would use a higher rate. */
    boolean isBacklogged() {
        return backlogged >= BACKLOGGED;
    }

    /** Returns the average number of waiting downloads times {@link #ONE}, at least 1. */
    long waiting() {
        return Math.max(1, Math.round(waiting * ONE));
    }

    /**
     * Returns the bytes per second that the client needs if it is not backlogged.
     *
     * @param rate the client's limit in bytes per second; 0 means no limit
     */
    long needs(long rate) {
        double needs = used * GROWTH + (rate == 0 ? FLOOR_BYTES : (double) rate / FLOOR_PARTS);
        return rate == 0 ? (long) needs : Math.min(rate, (long) needs);
    }
}
