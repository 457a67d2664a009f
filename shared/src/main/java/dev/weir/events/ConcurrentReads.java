package dev.weir.events;

/**
 * Shares reads of the log between threads. Threads that read the same topics from the same cursor get one batch. This
 * class is the thread-safe variant of {@link SharedReads}.
 *
 * <p>The threading models with one thread per subscriber use this class. A call blocks only while another thread reads
 * a batch.
 */
public final class ConcurrentReads {
    private final SharedReads reads;

    public ConcurrentReads(EventLog log) {
        this.reads = new SharedReads(log);
    }

    /** Returns the events after a cursor. Calls with equal arguments share one batch until the next append. */
    public synchronized Batch read(Reading reading, long after) {
        return reads.read(reading.topics(), after, reading.mostEvents());
    }
}
