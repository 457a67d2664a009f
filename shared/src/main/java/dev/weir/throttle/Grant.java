package dev.weir.throttle;

/** What {@link Shaper#advance} grants: this waiter may now write so many bytes. */
record Grant(Waiter waiter, long bytes) {}
