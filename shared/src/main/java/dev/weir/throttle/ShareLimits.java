package dev.weir.throttle;

/**
 * The limits of one {@link Share} of the throttle.
 *
 * @param rate bytes a second; 0 means no limit
 * @param capacity the most bytes that its bucket holds
 * @param weight its part of the global rate, relative to the other shares that want it; at least 1
 */
public record ShareLimits(long rate, long capacity, int weight) {
    /** @throws IllegalArgumentException when a value is out of range */
    public ShareLimits {
        TokenBucket.check(rate, capacity);
        if (weight < 1) {
            throw new IllegalArgumentException("weight " + weight);
        }
    }
}
