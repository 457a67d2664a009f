package dev.weir.throttle;

import java.time.Duration;

/**
 * The bandwidth limits of one client.
 *
 * @param rate bytes a second; 0 means no limit
 * @param capacity the most bytes that the client's token bucket can hold
 * @param weight at least 1; clients that wait divide the global rate in proportion to their weights
 */
public record ShareLimits(long rate, long capacity, int weight) {
    /** Each weight is multiplied by this number, so that even the weight 1 can be divided among several processes. */
    public static final int WEIGHT_PARTS = 64;

    /** @throws IllegalArgumentException if a value is negative, the weight is 0, or a limited rate has capacity 0 */
    public ShareLimits {
        TokenBucket.check(rate, capacity);
        if (weight < 1) {
            throw new IllegalArgumentException("weight " + weight);
        }
    }

    /**
     * The part of a client's limits that this server process may use. Other processes may use the rest.
     *
     * @param ofRate the part of the rate and of the capacity, from 0 (nothing) to {@link #WHOLE}
     * @param ofWeight the part of the weight, from 0 (nothing) to {@link #WHOLE}
     */
    public record Part(int ofRate, int ofWeight) {
        public static final int WHOLE = 1 << 20;

        public static final Part ALL = new Part(WHOLE, WHOLE);

        /** @throws IllegalArgumentException if a value is less than 0 or more than {@link #WHOLE} */
        public Part {
            if (Math.min(ofRate, ofWeight) < 0 || Math.max(ofRate, ofWeight) > WHOLE) {
                throw new IllegalArgumentException("part " + ofRate + ", " + ofWeight);
            }
        }

        /**
         * Returns the fraction {@code some / all} in units of 1 / {@link #WHOLE}, rounded down. {@code some} must be
         * from 0 to {@code all}.
         */
        public static int of(long some, long all) {
            return (int) ((double) some / all * WHOLE);
        }

        private static long of(int part, long all) {
            return (Math.multiplyHigh(all, part) << (Long.SIZE - 20)) | ((all * part) >>> 20);
        }
    }

    /**
     * Returns {@code part} of these limits, with the weight multiplied by {@link #WEIGHT_PARTS}. A limited rate stays
     * at least 1 byte a second, because 0 means no limit. A reduced capacity stays at least the size of one
     * {@link Chunk} at the reduced rate.
     *
     * @param chunkTime the time in which a download may send one chunk
     */
    ShareLimits of(Part part, Duration chunkTime) {
        int partOfWeight = Math.clamp(Part.of(part.ofWeight, (long) weight * WEIGHT_PARTS), 1, Integer.MAX_VALUE);
        if (rate == 0 || part.ofRate == Part.WHOLE) {
            return new ShareLimits(rate, capacity, partOfWeight);
        }
        long partOfRate = Math.max(1, Part.of(part.ofRate, rate));
        long chunk = Chunk.bytes(partOfRate, chunkTime);
        return new ShareLimits(partOfRate, Math.max(chunk, Part.of(part.ofRate, capacity)), partOfWeight);
    }
}
