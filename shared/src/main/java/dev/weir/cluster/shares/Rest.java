package dev.weir.cluster.shares;

import java.util.function.BooleanSupplier;

/**
 * Tracks whether this node rests. While a node rests, its {@link Ticker} leaves out calls of {@link Shares#tick}. Only
 * the thread of {@link Shares} may use this class, except for {@link #end}.
 */
final class Rest {
    private final Ticker ticker;
    private volatile boolean resting;
    private long tickedNanos;

    Rest(Ticker ticker, long nowNanos) {
        this.ticker = ticker;
        this.tickedNanos = nowNanos;
    }

    /** Begins to rest if {@code isCalm}. Returns whether this node rests now. */
    boolean begin(BooleanSupplier isCalm) {
        resting = true; // before isCalm runs, so that end() on another thread wakes the ticker
        boolean rests = isCalm.getAsBoolean();
        resting = rests;
        return rests;
    }

    /** Ends the rest, if there is one. Any thread may call this. */
    void end() {
        if (resting) {
            resting = false;
            ticker.wake();
        }
    }

    /** Returns how many slices have passed since the previous call, at least 1. */
    int slices(long nowNanos) {
        long sliceNanos = Shares.SLICE.toNanos();
        long slices = (nowNanos - tickedNanos + sliceNanos / 2) / sliceNanos;
        tickedNanos = nowNanos;
        return Math.clamp(slices, 1, Integer.MAX_VALUE);
    }
}
