package dev.weir.watch.sample;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/** How fast a counter grows, over the last second or so. Not thread-safe. */
public final class Growth {
    /** Two intervals of half a second. Over one, a grant more or less per chunk time would show as a jump. */
    private static final int READINGS = 3;

    private record Reading(long nanos, double value) {}

    private final Deque<Reading> readings = new ArrayDeque<>(READINGS);

    /** Adds a reading. Returns the growth per second; empty after the first reading of a counter. */
    public OptionalDouble add(long nowNanos, double value) {
        Reading last = readings.peekLast();
        if (last != null && value < last.value) {
            readings.clear(); // another process, which counts from 0
        }
        readings.addLast(new Reading(nowNanos, value));
        if (readings.size() > READINGS) {
            readings.removeFirst();
        }
        Reading first = readings.getFirst();
        return readings.size() == 1
                ? OptionalDouble.empty()
                : OptionalDouble.of((value - first.value) / ((nowNanos - first.nanos) / 1e9));
    }
}
