package dev.weir.throttle;

/** A download that asks the {@link Shaper} for grants. It has at most one unanswered ask at a time. */
interface Waiter {
    /** Returns the share of the download's client. The bucket of the share pays for the grants. */
    Share share();

    /** Returns the largest number of bytes that the next grant may have. It is at least 1 while the download waits. */
    long wanted();

    /**
     * Tells the download that it may write {@code bytes} bytes. The throttle calls this method inside its {@link
     * SerialExecutor}.
     */
    void granted(long bytes);
}
