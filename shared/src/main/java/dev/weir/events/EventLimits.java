package dev.weir.events;

import java.time.Duration;

/**
 * What is kept of events, and how long is waited for those who listen.
 *
 * @param history events kept at most
 * @param historyBytes bytes of those kept at most
 * @param heartbeat the longest time in which a stream is silent
 * @param stallLimit how long a stream may take for what it was given, one batch
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
