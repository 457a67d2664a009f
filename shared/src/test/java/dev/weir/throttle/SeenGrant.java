package dev.weir.throttle;

/** Records in a test that a download of a client was allowed to send {@code bytes} at {@code nanos}. */
record SeenGrant(long nanos, long client, int download, long bytes) {}
