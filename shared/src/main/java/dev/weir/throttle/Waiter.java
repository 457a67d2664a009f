package dev.weir.throttle;

/** A download as the {@link Shaper} sees it. It waits for at most one grant (a number of bytes to send) at a time. */
interface Waiter {
    Share share();

    /** Returns the most bytes that the download wants to send next. At least 1 while the download waits. */
    long wanted();

    /** Returns true until the download gets its first permission to send bytes. */
    boolean isNew();

    /** Tells the download that it may send {@code bytes}. Runs in a task of the throttle's {@link SerialExecutor}. */
    void granted(long bytes);
}
