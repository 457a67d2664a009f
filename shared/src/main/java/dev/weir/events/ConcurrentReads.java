package dev.weir.events;

/**
 * Reads the log once for all threads that read the same topics from the same cursor. It puts a lock around {@link
 * SharedReads}.
 *
 * <p>The models in which each subscriber has a thread use this class. Thread-safe. A thread waits only while another
 * thread reads a batch.
 */
public final class ConcurrentReads {
    private final SharedReads reads;

    public ConcurrentReads(EventLog log) {
        this.reads = new SharedReads(log);
    }

    /** Returns the events after a cursor. Equal reads share one batch until the next append. */
    public synchronized Batch read(Reading reading, long after) {
        return reads.read(reading.topics(), after, reading.mostEvents());
    }
}
