package dev.weir.events;

/**
 * Reads a log once for all threads that want the same topics from the same cursor: {@link SharedReads} behind a lock.
 *
 * <p>For models in which each subscriber has a thread. Thread-safe. A thread waits at most while another one reads a
 * batch.
 */
public final class ConcurrentReads {
    private final SharedReads reads;

    /** Has no batch yet. */
    public ConcurrentReads(EventLog log) {
        this.reads = new SharedReads(log);
    }

    /** The events after a cursor. Threads that ask for the same before the next append get the same batch. */
    public synchronized Batch read(Reading reading, long after) {
        return reads.read(reading.topics(), after, reading.mostEvents());
    }
}
