package dev.weir.events;

/**
 * Reads a log once for all threads that are at the same place and want the same: {@link SharedReads} behind a lock.
 *
 * <p>For models in which each subscriber has a thread. Thread-safe. A thread waits at most as long as another one reads a
 * batch.
 */
public final class ConcurrentReads {
    private final SharedReads reads;

    /** Nothing is read yet. */
    public ConcurrentReads(EventLog log) {
        this.reads = new SharedReads(log);
    }

    /** What comes after the cursor; threads that ask for the same before the next append get the same batch. */
    public synchronized Batch read(Reading reading, long after) {
        return reads.read(reading.topics(), after, reading.mostEvents());
    }
}
