package dev.weir.throttle;

/**
 * The limits of one client in the throttle.
 *
 * @param rate bytes a second; 0 means no limit
 * @param capacity the most bytes that the client's bucket holds
 * @param weight the client's part of the global rate, relative to the weights of the other waiting clients; at least 1
 */
public record ShareLimits(long rate, long capacity, int weight) {
    /** @throws IllegalArgumentException if a value is out of range */
    public ShareLimits {
        TokenBucket.check(rate, capacity);
        if (weight < 1) {
            throw new IllegalArgumentException("weight " + weight);
        }
    }
}
