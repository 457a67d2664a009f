package dev.weir.perf.load;

/**
 * Hears how a download goes; every call is on the generator's loop.
 *
 * <p>Protocol: any number of {@link #received}, then one {@link #finished} or one {@link #failed}. A body that goes on
 * after its end is found only later: then {@link #failed} follows {@link #finished}.
 */
public interface DownloadListener {
    /** Bytes of the body came, and were the right ones. */
    void received(int bytes, long nowNanos);

    /** The whole body came, and nothing else so far. */
    void finished(Timing timing);

    void failed(String reason);
}
