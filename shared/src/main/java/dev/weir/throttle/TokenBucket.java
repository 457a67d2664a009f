package dev.weir.throttle;

/**
 * A token bucket of bytes: it fills at a rate up to a capacity, in integer arithmetic that is exact at any rate.
 *
 * <p>The bucket starts empty. It has no clock: each call brings the time. Time that stands still or steps back adds
 * nothing. A refusal takes nothing, so a caller that stops waiting has nothing to return.
 *
 * <p>Not thread-safe.
 */
public final class TokenBucket {
    private static final long NANOS_A_SECOND = 1_000_000_000L;
    /** The longest wait that is told apart from "never". It is far beyond the life of a process. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    /** Bytes a second; 0 means no limit. */
    private long rate;

    private long capacity;
    /**
     * Invariant: {@code 0 <= level <= capacity + claim}. A {@link #take} ends the claim, so the level may exceed this
     * until the next call.
     */
    private long level;
    /** Bytes times nanoseconds that are not a whole byte yet. Invariant: {@code 0 <= fraction < 1e9}. */
    private long fraction;
    /** Bytes kept for a waiter above the capacity, see {@link #keepFor}. */
    private long claim;

    private long lastNanos;

    /**
     * Makes an empty bucket.
     *
     * @param rate bytes a second; 0 means no limit
     * @param capacity the most bytes that are kept while no one waits; at least 1 unless there is no limit
     * @param nowNanos the time from which the bucket fills
     * @throws IllegalArgumentException when a value is out of range
     */
    public TokenBucket(long rate, long capacity, long nowNanos) {
        check(rate, capacity);
        this.rate = rate;
        this.capacity = capacity;
        this.lastNanos = nowNanos;
    }

    /** Nanoseconds until {@code bytes} can be taken; 0 when they can be taken now. */
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
     * Takes {@code bytes}.
     *
     * @throws IllegalStateException if {@link #nanosUntil} would not answer 0; then nothing is taken
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
     * Lets {@code bytes} fill up beyond the capacity until the next {@link #take}, because a caller waits for them. So
     * a timer that fires late costs no throughput. In any window of time, at most these bytes come on top.
     */
    public void keepFor(long bytes) {
        claim = bytes;
    }

    /** Puts back bytes that were taken and not sent. Bytes beyond the capacity are lost. */
    public void giveBack(long bytes) {
        level += bytes;
        spill();
    }

    /**
     * Changes the rate and the capacity. The bucket keeps what it holds, up to the new capacity.
     *
     * @throws IllegalArgumentException when a value is out of range
     */
    public void change(long newRate, long newCapacity, long nowNanos) {
        check(newRate, newCapacity);
        accrue(nowNanos);
        rate = newRate;
        capacity = newCapacity;
        claim = 0; // waiters claim again; an old claim could be many of the new chunks
        spill();
    }

    /** Bytes a second; 0 means no limit. */
    public long rate() {
        return rate;
    }

    /** The most bytes that are kept while no one waits. */
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
     * The whole bytes that come in {@code nanos}, which is less than a second. The rate is split, because rate times
     * nanoseconds can exceed 2^63.
     */
    private long wholeBytes(long nanos) {
        return rate / NANOS_A_SECOND * nanos + fractionAfter(nanos) / NANOS_A_SECOND;
    }

    private long fractionAfter(long nanos) {
        return rate % NANOS_A_SECOND * nanos + fraction;
    }

    /**
     * The shortest time, in nanoseconds, in which {@code bytes} come. They are at least 1 and at most the bytes of a
     * second. Estimated in floating point, then corrected.
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

    /** @throws IllegalArgumentException when a value is negative, or when a limited rate has a capacity of 0 */
    static void check(long rate, long capacity) {
        if (rate < 0 || capacity < 0 || (rate > 0 && capacity == 0)) {
            throw new IllegalArgumentException("rate " + rate + ", capacity " + capacity);
        }
    }
}
