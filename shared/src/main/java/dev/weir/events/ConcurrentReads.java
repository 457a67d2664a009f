package dev.weir.events;

import java.util.HashMap;
import java.util.Map;

/**
 * Shares reads of the {@link EventLog} between threads. Threads that read the same topics from the same cursor get one
 * {@link Batch}, until the next append. A call blocks only while another thread reads a batch.
 */
public final class ConcurrentReads {
    private final Confined reads;

    public ConcurrentReads(EventLog log) {
        this.reads = new Confined(log);
    }

    /** Returns the events after the cursor {@code after}. */
    public synchronized Batch read(Reading reading, long after) {
        return reads.read(reading.topics(), after, reading.mostEvents());
    }

    /** Shares reads between the subscribers of one event loop, without a lock. Confined to the loop. */
    static final class Confined {
        /** The most bytes in a batch, unless its first event is larger. */
        private static final long BATCH_BYTES = 32 * 1024;

        private static final int MOST_PLACES = 64;

        private record ReadKey(Topics topics, long after, int mostEvents) {}

        private final EventLog log;
        /** A cache of the batches that were read since the last append. */
        private final Map<ReadKey, Batch> read = new HashMap<>();

        private long upTo;

        Confined(EventLog log) {
            this.log = log;
        }

        /** Returns the events after a cursor. Calls with equal arguments share one batch until the next append. */
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

        /** Drops the cached batches, so that the garbage collector can free their bytes. */
        void forget() {
            read.clear();
        }
    }
}
