package dev.weir.events;

import java.time.Duration;

/**
 * The size limits of the event log and the time limits of event streams.
 *
 * @param history the most events that the log keeps
 * @param historyBytes the most bytes of events that the log keeps
 * @param heartbeat the longest time for which the server leaves a stream silent
 * @param stallLimit the time within which a client must read a batch of events. Reading some bytes of the batch is
 *     enough if the server can observe it. The server can if a thread blocks in the write, or if the sink implements
 *     {@link EventSink#hasTaken}
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
