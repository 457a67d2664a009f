package dev.weir.cluster.shares;

import java.util.concurrent.Executor;

/**
 * Calls {@link Shares#tick} once per {@link Shares#SLICE}. While {@code tick} returns true, the ticker rests: it calls
 * {@code tick} only once in {@link Shares#CALM_SLICES} slices. Also runs tasks, in order, on the thread that calls
 * {@code tick}. Any thread may call the methods.
 */
public interface Ticker extends Executor {
    /** Ends a rest, so that {@link Shares#tick} is called within a {@link Shares#SLICE}. Does not block. */
    void wake();
}
