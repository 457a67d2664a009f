package dev.weir.throttle;

/** A download that asks the {@link Shaper} for grants. It has at most one unanswered ask at a time. */
interface Waiter {
    /** The share of the download's client. Its bucket pays for the grants. */
    Share share();

    /**
     * The number of bytes that the download can still use. It is at least 1 while the download waits. A grant is not
     * larger than this number.
     */
    long wanted();

    /**
     * Tells the download that it may write {@code bytes} bytes. The throttle calls this method inside its {@link
     * SerialExecutor}.
     */
    void granted(long bytes);
}
