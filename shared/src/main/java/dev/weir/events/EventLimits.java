package dev.weir.events;

import java.time.Duration;

/**
 * The size limits of the event log and the time limits of event streams.
 *
 * @param history the most events that the log keeps
 * @param historyBytes the most bytes of events that the log keeps
 * @param heartbeat the longest time for which the server leaves a stream silent
 * @param stallLimit the time within which a client must read a batch of events. Some servers observe partial reads: their
 *     threads block in the write, or their sink implements {@link EventSink#hasTaken}. For these servers it is enough
 *     that the client reads some bytes of the batch within this time
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
