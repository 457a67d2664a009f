package dev.weir.throttle;

/**
 * A token bucket whose tokens are bytes. It fills at a constant rate up to its capacity. Its integer arithmetic is
 * exact at any rate.
 *
 * <p>The bucket starts empty. It has no clock, so each call passes the current time. The bucket does not fill while
 * that time stands still or steps back. A caller that must wait has taken nothing, so it has nothing to give back when
 * it cancels.
 *
 * <p>Not thread-safe.
 */
public final class TokenBucket {
    private static final long NANOS_A_SECOND = 1_000_000_000L;
    /**
     * The longest wait that {@link #nanosUntil} returns. The method returns it for all longer waits, so that sums do
     * not overflow.
     */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    /** The rate in bytes a second; 0 means no limit. */
    private long rate;

    private long capacity;
    /**
     * The bytes in the bucket, at least 0. Each method except {@link #take} leaves at most {@code capacity + claim}.
     * {@link #take} sets the claim to 0, so the level may exceed this bound until the next call of a method.
     */
    private long level;
    /**
     * The fraction of the next byte that has already come in, in billionths of a byte. Invariant: {@code 0 <= fraction
     * < 1e9}.
     */
    private long fraction;
    /** Bytes that the bucket may hold above its capacity, see {@link #keepFor}. */
    private long claim;

    private long lastNanos;

    /**
     * Creates an empty bucket.
     *
     * @param rate bytes a second; 0 means no limit
     * @param capacity the most bytes that the bucket holds while no caller waits; at least 1 unless the rate is 0
     * @param nowNanos the time at which the bucket begins to fill
     * @throws IllegalArgumentException if a value is out of range
     */
    public TokenBucket(long rate, long capacity, long nowNanos) {
        check(rate, capacity);
        this.rate = rate;
        this.capacity = capacity;
        this.lastNanos = nowNanos;
    }

    /** Returns the nanoseconds until {@code bytes} bytes can be taken, or 0 if they can be taken now. */
    public long nanosUntil(long bytes, long nowNanos) {
        accrue(nowNanos);
        if (rate == 0 || level >= bytes) {
            return 0;
        }
        long missing = bytes - level;
        long seconds = (missing - 1) / rate;
        if (seconds >= LONGEST_NANOS / NANOS_A_SECOND) {
            return LONGEST_NANOS;
        }
        return lastNanos - nowNanos + seconds * NANOS_A_SECOND + nanosToAccrue(missing - seconds * rate);
    }

    /**
     * Takes {@code bytes} bytes.
     *
     * @throws IllegalStateException if the bucket does not hold enough bytes; nothing is taken in this case
     */
    public void take(long bytes, long nowNanos) {
        if (nanosUntil(bytes, nowNanos) > 0) {
            throw new IllegalStateException("asked for " + bytes + " bytes of " + level);
        }
        if (rate > 0) {
            level -= bytes;
            claim = 0;
        }
    }

    /**
     * Lets the bucket hold {@code bytes} bytes above its capacity until the next {@link #take}. So a caller that waits
     * for these bytes loses no throughput if its timer fires late. In any period, callers take at most {@code bytes}
     * bytes more than the rate and the capacity allow.
     */
    public void keepFor(long bytes) {
        claim = bytes;
    }

    /** Returns bytes that were taken but not sent. The bucket drops bytes that exceed its capacity. */
    public void giveBack(long bytes) {
        level += bytes;
        spill();
    }

    /**
     * Changes the rate and the capacity. The bucket keeps its bytes, up to the new capacity.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public void change(long newRate, long newCapacity, long nowNanos) {
        check(newRate, newCapacity);
        accrue(nowNanos);
        rate = newRate;
        capacity = newCapacity;
        claim = 0; // a claim from the old rate could be too large; the waiting callers claim again
        spill();
    }

    /** Returns the rate in bytes a second; 0 means no limit. */
    public long rate() {
        return rate;
    }

    /** Returns the most bytes that the bucket holds while no caller waits. */
    public long capacity() {
        return capacity;
    }

    private void accrue(long nowNanos) {
        long elapsed = nowNanos - lastNanos;
        if (elapsed <= 0) {
            return;
        }
        lastNanos = nowNanos;
        long room = capacity + claim - level;
        long seconds = elapsed / NANOS_A_SECOND;
        if (rate == 0) {
            return;
        }
        if (seconds > room / rate) {
            level += room;
            fraction = 0;
            return;
        }
        long nanos = elapsed % NANOS_A_SECOND;
        level += seconds * rate + wholeBytes(nanos);
        fraction = fractionAfter(nanos) % NANOS_A_SECOND;
        spill();
    }

    private void spill() {
        if (level >= capacity + claim) {
            level = capacity + claim;
            fraction = 0;
        }
    }

    /**
     * Returns the number of whole bytes that come in during {@code nanos} nanoseconds. {@code nanos} must be less than
     * a second. The calculation splits the rate, because rate times nanoseconds can overflow.
     */
    private long wholeBytes(long nanos) {
        return rate / NANOS_A_SECOND * nanos + fractionAfter(nanos) / NANOS_A_SECOND;
    }

    private long fractionAfter(long nanos) {
        return rate % NANOS_A_SECOND * nanos + fraction;
    }

    /**
     * Returns the shortest time in nanoseconds in which {@code bytes} bytes come in. {@code bytes} must be at least 1
     * and at most the rate. The method estimates the time in floating point and then corrects the estimate.
     */
    private long nanosToAccrue(long bytes) {
        long nanos = (long) (((double) bytes * NANOS_A_SECOND - fraction) / rate);
        while (nanos > 0 && wholeBytes(nanos - 1) >= bytes) {
            nanos--;
        }
        while (wholeBytes(nanos) < bytes) {
            nanos++;
        }
        return nanos;
    }

    /**
     * Checks a rate and a capacity.
     *
     * @throws IllegalArgumentException if a value is negative, or the capacity is 0 although the rate is limited
     */
    static void check(long rate, long capacity) {
        if (rate < 0 || capacity < 0 || (rate > 0 && capacity == 0)) {
            throw new IllegalArgumentException("rate " + rate + ", capacity " + capacity);
        }
    }
}
