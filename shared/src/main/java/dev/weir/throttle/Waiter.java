package dev.weir.throttle;

/** A download that asks the {@link Shaper} for grants. It has at most one unanswered ask. */
interface Waiter {
    Share share();

    /** Returns the largest size of the next grant in bytes. At least 1 while the download waits. */
    long wanted();

    /** Called when the throttle grants this waiter {@code bytes}. Runs inside the throttle's {@link SerialExecutor}. */
    void granted(long bytes);
}
