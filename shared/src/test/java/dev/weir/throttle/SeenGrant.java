package dev.weir.throttle;

/** A grant that a test saw. */
record SeenGrant(long nanos, long client, int download, long bytes) {}
