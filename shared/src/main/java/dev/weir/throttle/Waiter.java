package dev.weir.throttle;

/** One download that asks the {@link Shaper} for grants. It has at most one open ask at a time. */
interface Waiter {
    /** The client's state, with the bucket that pays. */
    Share share();

    /**
     * The bytes that the download can still use; at least 1 while it waits. A grant is at most this and at most one
     * chunk.
     */
    long wanted();

    /**
     * Tells the download that it may write {@code bytes}. The throttle's writer calls this after the shaper has made
     * its grants.
     */
    void granted(long bytes);
}
