package dev.weir.throttle;

/** What a test saw granted. */
record SeenGrant(long nanos, long client, int download, long bytes) {}
