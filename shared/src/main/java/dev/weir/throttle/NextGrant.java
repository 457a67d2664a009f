package dev.weir.throttle;

import dev.weir.throttle.Share.State;

/**
 * Computes when the next download may send. Used only by tasks of the throttle's {@link SerialExecutor}. All times are
 * in nanoseconds.
 */
final class NextGrant {
    /** The value of {@link #dueNanos} if no download waits. */
    static final long NEVER = Long.MAX_VALUE;

    private final WaitingShares shares;
    private final FairQueue ready;
    private final GrantSizer sizer;
    private long dueNanos = NEVER;
    /**
     * Whether the next grant (permission to send) waits for its client's token bucket, but not for the global bucket.
     * If true, another client can get a grant before {@link #dueNanos} only if its own bucket holds enough in time.
     */
    private boolean dueByPace;

    NextGrant(WaitingShares shares, GrantSizer sizer) {
        this.shares = shares;
        this.ready = shares.ready();
        this.sizer = sizer;
    }

    /** Returns when the next download may send, as {@link #compute} found; {@link #NEVER} if none waits. */
    long dueNanos() {
        return dueNanos;
    }

    /** Returns whether a client that has just begun to wait may get a grant before {@link #dueNanos}. */
    boolean mayComeSooner(Share share) {
        return !dueByPace || share.state != State.PACED || share.readyNanos - dueNanos <= 0;
    }

    /**
     * Computes {@link #dueNanos} again. Of the clients in the queue for the global bucket, only the first can get a
     * grant. But a client that still waits for its own bucket may later join this queue ahead of the first client. So
     * the computation includes such clients.
     */
    void compute(long nowNanos) {
        Share first = ready.isEmpty() ? null : ready.first();
        long firstTag = first == null ? 0 : first.tag;
        long lastTag = ready.lastTag();
        long atNanos = first == null ? NEVER : nowNanos + sizer.nanosUntil(first, nowNanos);
        for (Share share : shares.paced()) { // in the order in which the clients become ready
            if (first != null && share.readyNanos - atNanos > 0) {
                break;
            }
            long tag = ready.tag(share, lastTag);
            lastTag += Math.max(0, tag - lastTag);
            if (first == null || tag - firstTag < 0) {
                first = share;
                firstTag = tag;
                atNanos = nowNanos + Math.max(share.readyNanos - nowNanos, sizer.nanosUntil(share, nowNanos));
            }
        }
        if (first != null && sizer.nanosUntil(first, nowNanos) > 0) {
            sizer.keepForTurn(first);
        }
        dueByPace = ready.isEmpty() && first != null && atNanos == first.readyNanos;
        dueNanos = atNanos;
    }
}
