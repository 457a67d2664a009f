package dev.weir.throttle;

/** The permission for {@code waiter} to write {@code bytes} bytes now. {@link Shaper#advance} creates it. */
record Grant(Waiter waiter, long bytes) {}
