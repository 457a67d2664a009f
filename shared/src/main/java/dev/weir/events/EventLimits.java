package dev.weir.events;

import java.time.Duration;

/**
 * The limits of the event log and the times of event streams.
 *
 * @param history the most events that the log keeps
 * @param historyBytes the most bytes of events that the log keeps
 * @param heartbeat the longest time in which the server sends nothing on a stream
 * @param stallLimit the longest time in which a client may read nothing of the bytes that wait for it
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
