package dev.weir.perf.stats;

/** What lies between two bounds, both included. */
public record Interval(double low, double high) {
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    public boolean within(Interval outer) {
        return outer.low <= low && high <= outer.high;
    }

    /** Whether the two have no value in common. */
    public boolean apartFrom(Interval other) {
        return high < other.low || other.high < low;
    }
}
