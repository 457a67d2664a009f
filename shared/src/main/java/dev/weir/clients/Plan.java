package dev.weir.clients;

import dev.weir.rights.Rights;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.ShareLimits;
import java.time.Duration;

/**
 * The limits and rights of a client. Several clients can have the same plan.
 *
 * @param name the name of the plan in the configuration
 * @param rate the highest rate of all downloads of the client together, in bytes per second; 0 means no limit
 * @param capacity the capacity of the client's token bucket in bytes; at least one {@link Chunk} if the rate is limited
 * @param weight the client's relative share of the global rate, from 1 to 1000
 * @param maxDownloads the most simultaneous downloads of the client
 * @param maxSubscribers the most simultaneous event streams and long polls together
 * @param requestsPerSecond the most downloads, published events and SOAP requests per second, all counted together
 * @param blocked whether every request of the client is refused
 * @param publish whether the client may publish events
 * @param rights the folders and topics that the client may use
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
        boolean publish,
        Rights rights) {
    /**
     * The upper limit for rates (in bytes per second) and capacities (in bytes). It is so low that sums of such values
     * do not overflow.
     */
    private static final long MOST_BYTES = 1L << 50;

    private static final int MOST_WEIGHT = 1000;

    /** Creates a plan whose clients may use all folders and topics. */
    public Plan(
            String name,
            long rate,
            long capacity,
            int weight,
            int maxDownloads,
            int maxSubscribers,
            int requestsPerSecond,
            boolean blocked,
            boolean publish) {
        this(
                name,
                rate,
                capacity,
                weight,
                maxDownloads,
                maxSubscribers,
                requestsPerSecond,
                blocked,
                publish,
                Rights.ALL);
    }

    /**
     * Checks that all limits are in range, and returns this plan.
     *
     * @param chunkTime determines the size of a {@link Chunk}; if the rate is limited, the token bucket must have room
     *     for one chunk
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
     * Checks the limits of a token bucket.
     *
     * @param rate in bytes per second; 0 means no limit
     * @param capacity in bytes; at least one {@link Chunk} if the rate is limited
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

    ShareLimits limits() {
        return new ShareLimits(rate, capacity, weight);
    }

    public LiveLimits.Bucket bucket() {
        return new LiveLimits.Bucket(rate, capacity);
    }

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
                publish,
                rights);
    }

    public Plan withWeight(int weight) {
        return with(weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked);
    }

    public Plan withMaxDownloads(int maxDownloads) {
        return with(weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked);
    }

    public Plan withMaxSubscribers(int maxSubscribers) {
        return with(weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked);
    }

    public Plan withRequestsPerSecond(int requestsPerSecond) {
        return with(weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked);
    }

    public Plan withBlocked(boolean blocked) {
        return with(weight, maxDownloads, maxSubscribers, requestsPerSecond, blocked);
    }

    private Plan with(int weight, int maxDownloads, int maxSubscribers, int requestsPerSecond, boolean blocked) {
        return new Plan(
                name,
                rate,
                capacity,
                weight,
                maxDownloads,
                maxSubscribers,
                requestsPerSecond,
                blocked,
                publish,
                rights);
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
