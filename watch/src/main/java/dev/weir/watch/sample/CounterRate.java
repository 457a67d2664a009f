package dev.weir.watch.sample;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/** Computes the increase of a counter per second, as the mean over its last readings. Not thread-safe. */
public final class CounterRate {
    private record Reading(long nanos, double value) {}

    private final Deque<Reading> readings = new ArrayDeque<>();
    private final int intervals;

    /** @param intervals how many intervals the mean covers at most. An interval is the time between two readings */
    public CounterRate(int intervals) {
        this.intervals = intervals;
    }

    /**
     * Adds a reading. If {@code value} is smaller than in the last reading, the counter has restarted from 0, and all
     * earlier readings are dropped.
     *
     * @return the increase per second, or empty if this is the only reading
     */
    public OptionalDouble add(long nowNanos, double value) {
        Reading last = readings.peekLast();
        if (last != null && value < last.value) {
            readings.clear(); // another process, which counts from 0
        }
        readings.addLast(new Reading(nowNanos, value));
        if (readings.size() > intervals + 1) {
            readings.removeFirst();
        }
        Reading first = readings.getFirst();
        return readings.size() == 1
                ? OptionalDouble.empty()
                : OptionalDouble.of((value - first.value) / ((nowNanos - first.nanos) / 1e9));
    }
}
