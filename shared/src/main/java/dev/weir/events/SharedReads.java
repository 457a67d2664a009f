package dev.weir.events;

import java.util.HashMap;
import java.util.Map;

/**
 * Shares reads of the log between subscribers. Subscribers with the same cursor and topics get one batch. Confined to
 * one event loop. {@link ConcurrentReads} is the thread-safe variant.
 */
final class SharedReads {
    /** The most bytes in a batch, unless its first event is larger. */
    private static final long BATCH_BYTES = 32 * 1024;

    private static final int MOST_PLACES = 64;

    private record ReadKey(Topics topics, long after, int mostEvents) {}

    private final EventLog log;
    /** A cache of the batches that were read since the last append. */
    private final Map<ReadKey, Batch> read = new HashMap<>();

    private long upTo;

    SharedReads(EventLog log) {
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
