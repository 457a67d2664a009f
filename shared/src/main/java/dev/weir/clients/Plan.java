package dev.weir.clients;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.ShareLimits;
import java.time.Duration;

/**
 * The limits and rights that a client has.
 *
 * @param name as in the configuration
 * @param rate bytes a second over all the client's downloads; 0 means no limit
 * @param capacity the most bytes kept while the client does not download; at least one chunk
 * @param weight the client's part of the global rate, relative to the others that want it; at least 1
 * @param maxDownloads downloads at once
 * @param maxSubscribers event streams at once
 * @param requestsPerSecond requests admitted a second: downloads started, events published
 * @param blocked every request is refused
 * @param publish may publish events
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
    /** 1 PiB: beyond any network, and far below the range of 64 bits, so that sums do not overflow. */
    private static final long MOST_BYTES = 1L << 50;

    private static final int MOST_WEIGHT = 1000;

    /**
     * This plan, after a check of its limits.
     *
     * @param chunkTime the time whose bytes bound one grant; the capacity must hold one chunk
     * @throws BadLimitException when a limit is out of range
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
     * @param chunkTime the time whose bytes bound one grant; the capacity must hold one chunk
     * @throws BadLimitException when a limit is out of range
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

    /** The limits for the throttle. */
    ShareLimits limits() {
        return new ShareLimits(rate, capacity, weight);
    }

    /** The limits of the client's bucket that can be changed. */
    public LiveLimits.Bucket bucket() {
        return new LiveLimits.Bucket(rate, capacity);
    }

    /** This plan with the rate and capacity of {@code bucket}. */
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

    /** This plan with another weight. */
    public Plan withWeight(int weight) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** This plan with another limit of downloads. */
    public Plan withMaxDownloads(int maxDownloads) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** This plan with another limit of subscriptions. */
    public Plan withMaxSubscribers(int maxSubscribers) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** This plan with another limit of requests. */
    public Plan withRequestsPerSecond(int requestsPerSecond) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** This plan, blocked or not. */
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
