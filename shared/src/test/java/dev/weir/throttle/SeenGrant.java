package dev.weir.throttle;

/** Records that a client's download was allowed to send {@code bytes} when the test's clock showed {@code nanos}. */
record SeenGrant(long nanos, long client, int download, long bytes) {}
