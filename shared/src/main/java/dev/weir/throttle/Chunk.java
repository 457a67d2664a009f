package dev.weir.throttle;

import java.time.Duration;

/** The upper bound of one grant: the bytes that a rate brings in the chunk time, from 4 KiB to 256 KiB. */
public final class Chunk {
    public static final long SMALLEST_BYTES = 4 * 1024;
    public static final long LARGEST_BYTES = 256 * 1024;

    private Chunk() {}

    /**
     * The chunk of a rate, in bytes.
     *
     * @param rate bytes a second; 0 means no limit, which gives the largest chunk
     */
    public static long bytes(long rate, Duration chunkTime) {
        if (rate == 0) {
            return LARGEST_BYTES;
        }
        double bytes =
                (double) rate * chunkTime.toNanos() / Duration.ofSeconds(1).toNanos();
        return Math.clamp((long) bytes, SMALLEST_BYTES, LARGEST_BYTES);
    }

    /** The chunk of a bucket, in bytes. It never exceeds the capacity, because the bucket could not pay for more. */
    static long bytes(TokenBucket bucket, Duration chunkTime) {
        long bytes = bytes(bucket.rate(), chunkTime);
        return bucket.rate() == 0 ? bytes : Math.min(bytes, bucket.capacity());
    }
}
