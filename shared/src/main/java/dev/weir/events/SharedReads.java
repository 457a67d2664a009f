package dev.weir.events;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads a log once for all subscribers that are at the same place and want the same. Confined to a loop; {@link
 * ConcurrentReads} is for threads.
 */
final class SharedReads {
    /** The most that one subscriber is given at a time, if one event has no more. */
    private static final long BATCH_BYTES = 32 * 1024;

    private static final int MOST_PLACES = 64;

    private record ReadKey(Topics topics, long after, int mostEvents) {}

    private final EventLog log;
    /** As long as it is all that there is, and not of too many places. */
    private final Map<ReadKey, Batch> read = new HashMap<>();

    private long upTo;

    SharedReads(EventLog log) {
        this.log = log;
    }

    /** What comes after a cursor, as {@link EventLog#read} gives it. */
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

    void forget() {
        read.clear();
    }
}
