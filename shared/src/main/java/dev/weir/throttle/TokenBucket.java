package dev.weir.throttle;

/**
 * A token bucket whose tokens are bytes. It starts empty, and fills at a constant rate up to its capacity. Integer
 * arithmetic makes it exact at any rate. Not thread-safe.
 *
 * <p>The bucket has no clock. Callers pass the current time in nanoseconds. While this time stands still or steps back,
 * the bucket does not fill.
 */
public final class TokenBucket {
    private static final long NANOS_A_SECOND = 1_000_000_000L;
    /** The longest wait that {@link #nanosUntil} returns. Adding it to a time cannot overflow. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    /** The rate in bytes a second; 0 means no limit. */
    private long rate;

    private long capacity;
    /**
     * The bytes in the bucket. When {@link #claim} becomes smaller, this may be more than {@code capacity + claim}. The
     * bucket then loses the excess when it next fills.
     */
    private long level;
    /** The fraction of the next byte that has accrued so far, in billionths of a byte: {@code 0 <= fraction < 1e9}. */
    private long fraction;
    /** How many bytes above its capacity the bucket may hold (see {@link #keepFor}). */
    private long claim;

    private long lastNanos;

    /**
     * @param rate bytes a second; 0 means no limit
     * @param capacity the most bytes in the bucket; at least 1 unless the rate is 0
     * @param nowNanos the time at which the bucket begins to fill
     * @throws IllegalArgumentException if the rate is negative, or the capacity is too small
     */
    public TokenBucket(long rate, long capacity, long nowNanos) {
        check(rate, capacity);
        this.rate = rate;
        this.capacity = capacity;
        this.lastNanos = nowNanos;
    }

    /** Returns the nanoseconds until {@code bytes} can be taken, or 0 if they can be taken now. */
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
     * Takes {@code bytes} from the bucket.
     *
     * @throws IllegalStateException if the bucket holds fewer than {@code bytes}; then nothing is taken
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
     * Lets the bucket hold {@code bytes} extra bytes above its capacity until the next {@link #take}. So no tokens are
     * lost if the timer of a waiting caller fires late. A {@link #change} may lower the number of extra bytes. In any
     * period, callers can take at most {@code bytes} bytes more than the rate and the capacity allow.
     */
    public void keepFor(long bytes) {
        claim = bytes;
    }

    /** Returns how many bytes can be taken now. Call this method only if the rate is not 0. */
    long held(long nowNanos) {
        accrue(nowNanos);
        return level;
    }

    /** Puts bytes back that were taken but not used. Bytes for which the bucket has no room are lost. */
    public void giveBack(long bytes) {
        level += bytes;
        spill();
    }

    /**
     * Changes the rate and the capacity. Also limits the extra bytes that {@link #keepFor} has allowed. Bytes for which
     * the bucket then has no room are lost.
     *
     * @param mostClaim the upper limit of the extra bytes
     * @throws IllegalArgumentException if the rate is negative, or the capacity is too small
     */
    public void change(long newRate, long newCapacity, long mostClaim, long nowNanos) {
        check(newRate, newCapacity);
        accrue(nowNanos);
        rate = newRate;
        capacity = newCapacity;
        claim = Math.min(claim, mostClaim); // a claim made at the old rate could be too large
        spill();
    }

    /** Returns the rate in bytes a second; 0 means no limit. */
    public long rate() {
        return rate;
    }

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
     * Returns how many whole bytes the bucket receives in {@code nanos} nanoseconds. {@code nanos} must be less than a
     * second. Computes the result in two parts, because the rate times {@code nanos} can overflow.
     */
    private long wholeBytes(long nanos) {
        return rate / NANOS_A_SECOND * nanos + fractionAfter(nanos) / NANOS_A_SECOND;
    }

    private long fractionAfter(long nanos) {
        return rate % NANOS_A_SECOND * nanos + fraction;
    }

    /**
     * Returns the shortest time in nanoseconds in which the bucket receives {@code bytes} bytes. {@code bytes} must be
     * at least 1 and at most the rate. Computes an estimate in floating point, and then corrects it.
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

    /** @throws IllegalArgumentException if a value is negative, or the capacity is 0 although the rate is limited */
    static void check(long rate, long capacity) {
        if (rate < 0 || capacity < 0 || (rate > 0 && capacity == 0)) {
            throw new IllegalArgumentException("rate " + rate + ", capacity " + capacity);
        }
    }
}
