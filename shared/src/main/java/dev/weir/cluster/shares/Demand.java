package dev.weir.cluster.shares;

import dev.weir.throttle.Share;

/**
 * Estimates the rate that a client uses and the rate that it needs on this node. Both estimates are moving averages
 * over about a second. Averages over a shorter time would fluctuate, because a client receives its bytes in bursts.
 * Confined to the thread of {@link Shares}.
 */
final class Demand {
    /**
     * A sample's weight in an average is the time since the previous sample, divided by this constant, but at most 1.
     */
    private static final double AVERAGED_NANOS = 0.8e9;

    /**
     * The largest weight of a sample's number of waiting downloads in an average. It is below 1, because this number
     * shows only one instant. In contrast, a sample's number of granted bytes covers the whole time since the previous
     * sample. The first samples may weigh more ({@link #look}).
     */
    private static final double MOST_OF_AN_INSTANT = 0.5;

    private static final double NANOS_A_SECOND = 1e9;

    /**
     * A client is backlogged if at least one of its downloads waits for the throttle during at least this fraction of
     * the time. The downloads of a slow client often wait for the client instead. So a slow client is not backlogged.
     */
    private static final double BACKLOGGED = 0.9;

    /**
     * The needed rate of a client is computed as its used rate times this factor, plus a small amount. So a client that
     * is not backlogged can speed up.
     */
    private static final double GROWTH = 1 + 1.0 / 16;

    private static final int FLOOR_PARTS = 128;
    private static final long FLOOR_BYTES = 4096;

    /**
     * The result of {@link #waiting()} for one waiting download. It is above 1, so that the integer result can express
     * fractions of a download.
     */
    private static final int ONE = 16;

    private final Share share;
    private long granted;
    private long lookedNanos;
    private boolean begun;
    private double used;
    /** The average number of the client's downloads that wait for the throttle. */
    private double waiting;
    /** The fraction of time in which at least one download waits, from 0 to 1. */
    private double backlogged;

    Demand(Share share, long nowNanos) {
        this.share = share;
        this.granted = share.grantedBytes();
        this.lookedNanos = nowNanos;
    }

    /**
     * Samples the number of waiting downloads and the number of granted bytes, and updates the averages. The first
     * sample with a waiting download or granted bytes sets {@code waiting} and {@code backlogged} without averaging. So
     * a new client gets its rate at once.
     */
    void look(long nowNanos) {
        int now = share.waitingDownloads();
        long elapsed = nowNanos - lookedNanos;
        double newest = Math.clamp(elapsed / AVERAGED_NANOS, 0, 1);
        double newestWaiting = begun ? Math.min(newest, MOST_OF_AN_INSTANT) : 1;
        waiting += (now - waiting) * newestWaiting;
        backlogged += ((now > 0 ? 1 : 0) - backlogged) * newestWaiting;
        long bytes = share.grantedBytes();
        begun = begun || now > 0 || bytes > granted;
        if (elapsed > 0) {
            used += (Math.max(0, bytes - granted) * NANOS_A_SECOND / elapsed - used) * newest;
            granted = bytes;
            lookedNanos = nowNanos;
        }
    }

    /** Whether the client almost always has a waiting download, and would therefore use a higher rate. */
    boolean isBacklogged() {
        return backlogged >= BACKLOGGED;
    }

    /** Returns the average number of waiting downloads, as a fixed-point number: {@link #ONE} means one download. */
    long waiting() {
        return Math.max(1, Math.round(waiting * ONE));
    }

    /**
     * Returns how many bytes per second the client needs. This is slightly more than the client uses, but at most its
     * limit. For a {@link #isBacklogged backlogged} client, the result may be too low, because the client would use a
     * higher rate.
     *
     * @param rate the client's limit in bytes per second; 0 means no limit
     */
    long needs(long rate) {
        double needs = used * GROWTH + (rate == 0 ? FLOOR_BYTES : (double) rate / FLOOR_PARTS);
        return rate == 0 ? (long) needs : Math.min(rate, (long) needs);
    }
}
