package dev.weir.cluster.shares;

import java.util.concurrent.Executor;

/**
 * Calls {@link Shares#tick} once per {@link Shares#SLICE}, or less often while {@link Shares#tick} returns true. Also
 * runs tasks, in order, on the thread that calls {@link Shares#tick}. Any thread may call the methods.
 */
public interface Ticker extends Executor {
    /** Ends a rest, so that the next call of {@link Shares#tick} comes within a {@link Shares#SLICE}. Does not block. */
    void wake();
}
