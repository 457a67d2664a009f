package dev.weir.cluster.shares;

import dev.weir.throttle.Share;

/**
 * What a client uses and wants on this node, averaged over about a second. A grant is as large as what the rate allows in
 * the chunk time, so a shorter average would jump from grant to grant.
 *
 * <p>Confined to the thread of {@link Shares}.
 */
final class Demand {
    private static final double NEWEST = 1.0 / 8;
    private static final double NANOS_A_SECOND = 1e9;

    /**
     * A client that would use more always waits. A slow client waits, too, if it must queue behind others, but it does not
     * ask again at once.
     */
    private static final double BACKLOGGED = 0.9;

    /** A client that is not backlogged gets a sixteenth more than it uses, and a part of its rate, so that it can grow. */
    private static final double GROWTH = 1 + 1.0 / 16;

    private static final int FLOOR_PARTS = 128;
    private static final long FLOOR_BYTES = 4096;

    /** Stands for one download. Finer steps keep the division from jumping. */
    private static final int ONE = 16;

    private final Share share;
    private long granted;
    private long lookedNanos;
    private boolean begun;
    private double used;
    /** The number of downloads that wait. */
    private double waiting;
    /** The part of the time in which a download waits. */
    private double backlogged;

    Demand(Share share, long nowNanos) {
        this.share = share;
        this.granted = share.grantedBytes();
        this.lookedNanos = nowNanos;
    }

    /** Takes a sample. The first download that waits counts in full, so that a client that begins is not held up. */
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

    /** Whether downloads wait almost always, so that the client would use a higher rate. */
    boolean isBacklogged() {
        return backlogged >= BACKLOGGED;
    }

    /** The number of downloads that wait, in units of {@link #ONE}, at least 1 unit. */
    long waiting() {
        return Math.max(1, Math.round(waiting * ONE));
    }

    /** The bytes a second that the client needs if it is not backlogged. {@code rate} 0 means no limit. */
    long needs(long rate) {
        double needs = used * GROWTH + (rate == 0 ? FLOOR_BYTES : (double) rate / FLOOR_PARTS);
        return rate == 0 ? (long) needs : Math.min(rate, (long) needs);
    }
}
