package dev.weir.events;

import java.time.Duration;

/**
 * Bounds on the log's memory, and times for streams.
 *
 * @param history the most events kept
 * @param historyBytes the most bytes of kept events
 * @param heartbeat the longest time without a byte on a stream
 * @param stallLimit the longest time that a client may take to read one batch
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
