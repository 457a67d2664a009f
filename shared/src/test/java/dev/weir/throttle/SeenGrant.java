package dev.weir.throttle;

/** A grant that a test has recorded. */
record SeenGrant(long nanos, long client, int download, long bytes) {}
