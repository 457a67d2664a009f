package dev.weir.throttle;

/** Who asks the {@link Shaper} for a grant: one download. At most one ask of a waiter is open at a time. */
interface Waiter {
    /** Who pays. */
    Share share();

    /** The bytes that it could still use; at least 1 while it waits. A grant is this or one chunk, if that is less. */
    long wanted();

    /** May now write {@code bytes}. Called by the throttle's writer, after the shaper has made its grants. */
    void granted(long bytes);
}
