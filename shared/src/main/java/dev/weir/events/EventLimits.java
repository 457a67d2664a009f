package dev.weir.events;

import java.time.Duration;

/**
 * The limits of the event log and the times of event streams.
 *
 * @param history the most events that the log keeps
 * @param historyBytes the most bytes of events that the log keeps
 * @param heartbeat the longest time in which the server sends nothing on a stream
 * @param stallLimit the time in which a client must read a batch of events. Part of the batch is enough where the
 *     server notices it: where a thread blocks in the write, and where the sink implements {@link EventSink#hasTaken}
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
