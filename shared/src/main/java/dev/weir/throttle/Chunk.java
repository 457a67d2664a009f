package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the size of a chunk: the most bytes that the throttle lets a download send at once. The size is the rate
 * times the chunk time ({@link Time}), but at least 4 KiB and at most 256 KiB.
 */
public final class Chunk {
    public static final long SMALLEST_BYTES = 4 * 1024;
    public static final long LARGEST_BYTES = 256 * 1024;

    private Chunk() {}

    /**
     * Returns the size of a chunk in bytes: the most that a download with this rate may send at once.
     *
     * @param rate bytes a second; 0 means no limit, and the result is then {@link #LARGEST_BYTES}
     * @param chunkTime the time in which a download with this rate may send one chunk
     */
    public static long bytes(long rate, Duration chunkTime) {
        if (rate == 0) {
            return LARGEST_BYTES;
        }
        double bytes =
                (double) rate * chunkTime.toNanos() / Duration.ofSeconds(1).toNanos();
        return Math.clamp((long) bytes, SMALLEST_BYTES, LARGEST_BYTES);
    }

    /**
     * Returns the most bytes that a download may send at once. If the rate is limited, this is at most the capacity of
     * {@code bucket}.
     */
    static long bytes(TokenBucket bucket, Duration chunkTime) {
        long bytes = bytes(bucket.rate(), chunkTime);
        return bucket.rate() == 0 ? bytes : Math.min(bytes, bucket.capacity());
    }

    /**
     * The chunk time. One grant (permission to send) of a client is at most what the client's rate allows in this time.
     * The chunk time grows in proportion to the number of waiting clients. So thousands of clients get few large
     * grants, not many small ones. Immutable.
     *
     * @param usual the chunk time while few clients wait
     * @param longest the upper limit of the chunk time. If this is less than 1.25 times {@code usual}, the chunk time
     *     never grows
     * @param crowd while {@code n} clients wait, the chunk time is {@code usual * n / crowd}. If this is less than 1.25
     *     times {@code usual}, the chunk time is {@code usual}
     */
    public record Time(Duration usual, Duration longest, int crowd) {
        /**
         * While many clients wait, a grant (permission to send) grows to at most this many bytes. The socket's send
         * buffer usually has room for them. So the server can ask for the next grant before a slow client has read this
         * one, and the client gets its full rate.
         */
        private static final long LARGEST_GROWN_BYTES = 64 * 1024;

        private static final int CROWD = 1_000;

        /** The smallest factor by which the chunk time grows. Smaller growth would cost more CPU time than it saves. */
        private static final double LEAST_GROWTH = 1.25;

        /** Creates a chunk time that grows in proportion to the number of waiting clients, from 1,250 clients on. */
        public Time(Duration usual, Duration longest) {
            this(usual, longest, CROWD);
        }

        /** Returns a chunk time that never grows. */
        public static Time fixed(Duration time) {
            return new Time(time, time);
        }

        /**
         * Returns the chunk time for the next grant (permission to send) of a client. The downloads of a client take
         * turns. The more downloads there are, the longer each waits for its turn. So the result is at most
         * {@link #longest} divided by {@code downloads}, but never less than {@link #usual}.
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
         * Returns the maximum size of one grant (permission to send) of a client, in bytes. A longer {@code time} gives
         * a larger size. The size is at most {@code capacity}, unless this is the default capacity: one chunk at the
         * usual chunk time. The default capacity does not limit the size, because the size could then never grow.
         *
         * @param rate bytes a second; 0 means no limit
         * @param capacity the capacity of the client's bucket in bytes
         * @param time the chunk time from {@link #of}
         */
        public long bytes(long rate, long capacity, Duration time) {
            long usualBytes = Chunk.bytes(rate, usual);
            long bytes = Math.max(usualBytes, Math.min(Chunk.bytes(rate, time), LARGEST_GROWN_BYTES));
            return rate == 0 || capacity == usualBytes ? bytes : Math.min(bytes, capacity);
        }

        /** Returns the most bytes that a client with these limits can get at once, however many clients wait. */
        public long mostBytes(long rate, long capacity) {
            return bytes(rate, capacity, grown(longest.toNanos()));
        }
    }
}
