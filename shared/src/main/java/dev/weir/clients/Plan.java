package dev.weir.clients;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.Limits;
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
    /** 1 PiB: beyond any network, and far from where sums of 64 bits end. */
    private static final long MOST_BYTES = 1L << 50;

    private static final int MOST_WEIGHT = 1000;

    /**
     * This plan, if it makes sense with such chunks.
     *
     * @throws BadLimitException when it does not
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
     * Whether a bucket makes sense with such chunks.
     *
     * @throws BadLimitException when it does not
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

    /** What the throttle needs of it. */
    Limits limits() {
        return new Limits(rate, capacity, weight);
    }

    /** What can be set of the client's bucket. */
    public LiveLimits.Bucket bucket() {
        return new LiveLimits.Bucket(rate, capacity);
    }

    /** With the limits of another bucket. */
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

    /** With another. */
    public Plan withWeight(int weight) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** With another. */
    public Plan withMaxDownloads(int maxDownloads) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** With another. */
    public Plan withMaxSubscribers(int maxSubscribers) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** With another. */
    public Plan withRequestsPerSecond(int requestsPerSecond) {
        return new Plan(
                name, rate, capacity, weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked, publish);
    }

    /** With another. */
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
