package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the chunk: the largest number of bytes that the throttle grants to a download at once. A chunk is what a
 * rate allows in the configured chunk time, but at least 4 KiB and at most 256 KiB.
 */
public final class Chunk {
    public static final long SMALLEST_BYTES = 4 * 1024;
    public static final long LARGEST_BYTES = 256 * 1024;

    private Chunk() {}

    /**
     * Returns the size of a chunk, which is the most bytes to grant at once to a download with this rate.
     *
     * @param rate bytes a second. 0 means no limit; the result is then {@link #LARGEST_BYTES}
     * @param chunkTime the configured time for one chunk
     */
    public static long bytes(long rate, Duration chunkTime) {
        if (rate == 0) {
            return LARGEST_BYTES;
        }
        double bytes =
                (double) rate * chunkTime.toNanos() / Duration.ofSeconds(1).toNanos();
        return Math.clamp((long) bytes, SMALLEST_BYTES, LARGEST_BYTES);
    }

    /** Returns the size of a chunk for a bucket. If the bucket has a rate limit, it has room for one such chunk. */
    static long bytes(TokenBucket bucket, Duration chunkTime) {
        long bytes = bytes(bucket.rate(), chunkTime);
        return bucket.rate() == 0 ? bytes : Math.min(bytes, bucket.capacity());
    }
}
