package dev.weir.events;

import java.time.Duration;

/**
 * The size limits of the event log and the time limits of event streams.
 *
 * @param history the most events that the log keeps
 * @param historyBytes the most bytes of events that the log keeps
 * @param heartbeat the longest time for which the server leaves a stream silent
 * @param stallLimit the time within which a client must read a batch of events. It is enough to read some bytes if the
 *     server can observe that. It can if a thread blocks in the write, or if the sink implements {@link
 *     EventSink#hasTaken}
 */
public record EventLimits(int history, long historyBytes, Duration heartbeat, Duration stallLimit) {}
