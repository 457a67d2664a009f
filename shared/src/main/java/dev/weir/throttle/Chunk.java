package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the chunk: the largest number of bytes that the throttle grants to a download at once. A chunk is what a
 * rate allows in the chunk time ({@link Time}), but at least 4 KiB and at most 256 KiB.
 */
public final class Chunk {
    public static final long SMALLEST_BYTES = 4 * 1024;
    public static final long LARGEST_BYTES = 256 * 1024;

    private Chunk() {}

    /**
     * Returns the size of a chunk, which is the most bytes to grant at once to a download with this rate.
     *
     * @param rate bytes a second. 0 means no limit; the result is then {@link #LARGEST_BYTES}
     * @param chunkTime the time in which the rate allows one chunk
     */
    public static long bytes(long rate, Duration chunkTime) {
        if (rate == 0) {
            return LARGEST_BYTES;
        }
        double bytes =
                (double) rate * chunkTime.toNanos() / Duration.ofSeconds(1).toNanos();
        return Math.clamp((long) bytes, SMALLEST_BYTES, LARGEST_BYTES);
    }

    /** Returns the size of a chunk for a bucket, in bytes. With a rate limit, this is at most the bucket's capacity. */
    static long bytes(TokenBucket bucket, Duration chunkTime) {
        long bytes = bytes(bucket.rate(), chunkTime);
        return bucket.rate() == 0 ? bytes : Math.min(bytes, bucket.capacity());
    }

    /**
     * The chunk time, in which the rate of a client allows one chunk. The chunk time grows in proportion to the number
     * of waiting clients, up to a longest time. So thousands of clients get few large grants, not many small ones.
     * Immutable.
     *
     * @param usual the chunk time while few clients wait
     * @param longest the upper limit of the chunk time; below 1.25 times {@code usual}, the chunk time never grows
     * @param crowd the number of waiting clients for which the usual chunk time suits. For n times as many clients, the
     *     chunk time is n times as long, if n is at least 1.25
     */
    public record Time(Duration usual, Duration longest, int crowd) {
        /**
         * No grant grows beyond this number of bytes. The socket's send buffer usually has room for them at once. So
         * the download of a slow client can write a grown grant at once and ask for the next grant, and the client gets
         * its full rate.
         */
        private static final long LARGEST_GROWN_BYTES = 64 * 1024;

        private static final int CROWD = 1_000;

        /** A chunk time that grows by less than a quarter would save fewer grants than its computation costs. */
        private static final double LEAST_GROWTH = 1.25;

        /** Creates a chunk time that grows while at least 1,250 clients wait, in proportion to their number. */
        public Time(Duration usual, Duration longest) {
            this(usual, longest, CROWD);
        }

        /** Returns a chunk time that never grows. */
        public static Time fixed(Duration time) {
            return new Time(time, time);
        }

        /**
         * Returns the chunk time for the next grant of a client. The downloads of a client take turns, so each waits
         * for the grants of the others. Therefore a grown chunk time is at most {@link #longest} divided by
         * {@code downloads}.
         *
         * @param clients the number of clients that have a waiting download
         * @param downloads the number of waiting downloads of this client; at least 1
         */
        public Duration of(long clients, int downloads) {
            long usualNanos = usual.toNanos();
            long grownNanos = Math.min(usualNanos * clients / crowd, longest.toNanos() / downloads);
            return grown(grownNanos);
        }

        private Duration grown(long nanos) {
            return nanos < LEAST_GROWTH * usual.toNanos() ? usual : Duration.ofNanos(nanos);
        }

        /**
         * Returns the most bytes of one grant for a bucket. The bucket's capacity limits the grant, with one exception:
         * the default capacity, which is exactly one usual chunk, does not limit a grant that has grown.
         *
         * @param rate bytes a second; 0 means no limit
         * @param capacity the bucket's capacity in bytes
         * @param time the chunk time from {@link #of}
         */
        public long bytes(long rate, long capacity, Duration time) {
            long usualBytes = Chunk.bytes(rate, usual);
            long bytes = Math.max(usualBytes, Math.min(Chunk.bytes(rate, time), LARGEST_GROWN_BYTES));
            return rate == 0 || capacity == usualBytes ? bytes : Math.min(bytes, capacity);
        }

        /** Returns the most bytes that one grant can have for a bucket, however many clients wait. */
        public long mostBytes(long rate, long capacity) {
            return bytes(rate, capacity, grown(longest.toNanos()));
        }
    }
}
