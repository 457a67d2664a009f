package dev.weir.events;

import java.time.Duration;

/**
 * The size limits of the event log and the time limits of event streams.
 *
 * @param history the maximum number of events that the log keeps
 * @param historyBytes the maximum size of these events together, in bytes
 * @param heartbeat the longest time without data on an event stream
 * @param stallLimit the time within which a client must read a batch of events. If the server notices that the client
 *     has read some bytes of the batch, the time starts again.
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
