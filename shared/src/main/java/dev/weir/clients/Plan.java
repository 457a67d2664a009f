package dev.weir.clients;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.ShareLimits;
import java.time.Duration;

/**
 * The limits and rights of a client.
 *
 * @param name the name of the plan in the configuration
 * @param rate the sum of the rates of all downloads of the client, in bytes per second; 0 means no limit
 * @param capacity the capacity of the client's token bucket in bytes; at least one {@link Chunk}
 * @param weight the weight by which waiting clients share the global rate; at least 1
 * @param maxDownloads the most simultaneous downloads
 * @param maxSubscribers the most simultaneous event streams and long polls
 * @param requestsPerSecond the most requests per second; downloads, published events and SOAP requests count
 * @param blocked whether the server refuses every request of the client
 * @param publish whether the client may publish events
 */
public record Plan(
        String name,
        long rate,
        long capacity,
        int weight,
        int maxDownloads,
        int maxSubscribers,
        int requestsPerSecond,
        boolean blocked,
        boolean publish) {
    /** The largest rate and capacity: 1 PiB. Sums of such values do not overflow {@code long}. */
    private static final long MOST_BYTES = 1L << 50;

    private static final int MOST_WEIGHT = 1000;

    /**
     * Checks the limits and returns this plan.
     *
     * @param chunkTime determines the size of a {@link Chunk}; the capacity must be at least one chunk
     * @throws BadLimitException if a limit is out of range
     */
    public Plan check(Duration chunkTime) {
        check(rate, capacity, chunkTime);
        atLeastOne("weight", weight);
        if (weight > MOST_WEIGHT) {
            throw new BadLimitException("weight", "must be at most " + MOST_WEIGHT);
        }
        atLeastOne("maxDownloads", maxDownloads);
        atLeastOne("maxSubscribers", maxSubscribers);
        atLeastOne("requestsPerSecond", requestsPerSecond);
        return this;
    }

    /**
     * Checks the limits of a bucket.
     *
     * @param rate bytes per second; 0 means no limit
     * @param capacity bytes
     * @param chunkTime determines the size of a {@link Chunk}; the capacity must be at least one chunk
     * @throws BadLimitException if a limit is out of range
     */
    public static void check(long rate, long capacity, Duration chunkTime) {
        bytes("rate", rate);
        bytes("capacity", capacity);
        long chunk = Chunk.bytes(rate, chunkTime);
        if (rate > 0 && capacity < chunk) {
            throw new BadLimitException(
                    "capacity", capacity + " bytes is below one chunk, which is " + chunk + " bytes");
        }
    }

    /** Returns the limits that the throttle enforces. */
    ShareLimits limits() {
        return new ShareLimits(rate, capacity, weight);
    }

    /** Returns the limits of the client's token bucket. */
    public LiveLimits.Bucket bucket() {
        return new LiveLimits.Bucket(rate, capacity);
    }

    /** Returns a copy of this plan that has the rate and capacity of {@code bucket}. */
    public Plan with(LiveLimits.Bucket bucket) {
        return new Plan(
                name,
                bucket.rate(),
                bucket.capacity(),
                weight,
                maxDownloads,
                maxSubscribers,
                requestsPerSecond,
                blocked,
                publish);
    }

    /** Returns a copy with another weight. */
    public Plan withWeight(int weight) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** Returns a copy with another limit of downloads. */
    public Plan withMaxDownloads(int maxDownloads) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** Returns a copy with another limit of subscriptions. */
    public Plan withMaxSubscribers(int maxSubscribers) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** Returns a copy with another limit of requests per second. */
    public Plan withRequestsPerSecond(int requestsPerSecond) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** Returns a copy with another value of {@code blocked}. */
    public Plan withBlocked(boolean blocked) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    private static void bytes(String limit, long bytes) {
        if (bytes < 0 || bytes > MOST_BYTES) {
            throw new BadLimitException(limit, "must be from 0 to 1024 TB, not " + bytes + " bytes");
        }
    }

    private static void atLeastOne(String limit, int value) {
        if (value < 1) {
            throw new BadLimitException(limit, "must be at least 1, not " + value);
        }
    }
}
