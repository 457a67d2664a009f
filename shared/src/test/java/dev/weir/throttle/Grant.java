package dev.weir.throttle;

/** What a test saw granted. */
record Grant(long nanos, long client, int download, long bytes) {}
