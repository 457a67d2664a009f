package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the chunk, which is the largest size of one grant: the bytes that a rate allows in the configured chunk
 * time, but at least 4 KiB and at most 256 KiB.
 */
public final class Chunk {
    public static final long SMALLEST_BYTES = 4 * 1024;
    public static final long LARGEST_BYTES = 256 * 1024;

    private Chunk() {}

    /**
     * Returns the chunk for a rate.
     *
     * @param rate bytes a second; 0 means no limit, for which the chunk is {@link #LARGEST_BYTES}
     * @return bytes
     */
    public static long bytes(long rate, Duration chunkTime) {
        if (rate == 0) {
            return LARGEST_BYTES;
        }
        double bytes =
                (double) rate * chunkTime.toNanos() / Duration.ofSeconds(1).toNanos();
        return Math.clamp((long) bytes, SMALLEST_BYTES, LARGEST_BYTES);
    }

    /** Returns the chunk of a bucket in bytes. It is at most the capacity, because the bucket can never pay more. */
    static long bytes(TokenBucket bucket, Duration chunkTime) {
        long bytes = bytes(bucket.rate(), chunkTime);
        return bucket.rate() == 0 ? bytes : Math.min(bytes, bucket.capacity());
    }
}
