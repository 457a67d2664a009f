package dev.weir.events;

import java.util.HashMap;
import java.util.Map;

/**
 * Shares reads of the {@link EventLog} between threads. Threads that read the same topics from the same cursor share a
 * cached {@link Batch}, at most until an event is appended. A call blocks only while another thread reads from the log.
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

    /** Shares reads between the subscribers of one event loop, without a lock. Confined to the thread of the loop. */
    static final class Confined {
        /** The most bytes in a batch. If the first event is larger, the batch contains only this event. */
        private static final long BATCH_BYTES = 32 * 1024;

        private static final int MOST_PLACES = 64;

        private record ReadKey(Topics topics, long after, int mostEvents) {}

        private final EventLog log;
        /** A cache of the batches read since the last append to the log. Emptied when it is full. */
        private final Map<ReadKey, Batch> read = new HashMap<>();

        private long upTo;

        Confined(EventLog log) {
            this.log = log;
        }

        /**
         * Returns the events after a cursor. Calls with equal arguments share a cached batch, at most until the next
         * append.
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
