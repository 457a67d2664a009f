package dev.weir.events;

import java.util.HashMap;
import java.util.Map;

/**
 * Shares reads of the {@link EventLog} between threads. Threads that read the same topics from the same cursor share a
 * cached {@link Batch}, at most until an event is appended. A call blocks only while another thread reads the log.
 */
public final class ConcurrentReads {
    private final Confined reads;

    public ConcurrentReads(EventLog log) {
        this.reads = new Confined(log);
    }

    /** Returns the events after the cursor {@code after}, which is the number of the last event already read. */
    public synchronized Batch read(Reading reading, long after) {
        return reads.read(reading.topics(), after, reading.mostEvents());
    }

    /** Shares reads between the subscribers of one event loop, without a lock. Only the loop's thread may use it. */
    static final class Confined {
        /** The maximum size of a batch in bytes. If the first event is larger, the batch contains only this event. */
        private static final long BATCH_BYTES = 32 * 1024;

        private static final int MOST_PLACES = 64;

        private record ReadKey(Topics topics, long after, int mostEvents) {}

        private final EventLog log;
        /** A cache of the batches that were read since the last append to the log. It is emptied when it is full. */
        private final Map<ReadKey, Batch> read = new HashMap<>();

        private long upTo;

        Confined(EventLog log) {
            this.log = log;
        }

        /**
         * Returns the events after the cursor {@code after}. Calls with equal arguments get the same cached batch, at
         * most until the next append to the log.
         */
        Batch read(Topics topics, long after, int mostEvents) {
            long last = log.last();
            if (upTo != last || read.size() >= MOST_PLACES) {
                upTo = last;
                read.clear();
            }
            return read.computeIfAbsent(
                    new ReadKey(topics, after, mostEvents),
                    place -> log.read(place.after, place.topics, place.mostEvents, BATCH_BYTES));
        }

        /** Empties the cache of batches, so that the garbage collector can free their memory. */
        void forget() {
            read.clear();
        }
    }
}
