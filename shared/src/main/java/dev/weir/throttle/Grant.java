package dev.weir.throttle;

/** A grant made by {@link Shaper#advance}: {@code waiter} may now write {@code bytes}. */
record Grant(Waiter waiter, long bytes) {}
