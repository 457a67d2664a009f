package dev.weir.throttle;

/**
 * Bytes that may be sent, filled at a rate up to a capacity: a value in integer arithmetic, exact at any rate.
 *
 * <p>The bucket starts empty. It asks no clock: each call brings the time, and time that stands still or steps back
 * adds nothing. A refusal takes nothing, so who stops waiting has nothing to return. Not thread-safe: one writer.
 */
public final class TokenBucket {
    private static final long NANOS_A_SECOND = 1_000_000_000L;
    /** The longest wait that is told apart from "never"; far beyond the life of a process. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    /** Bytes a second; 0 means no limit. */
    private long rate;

    private long capacity;
    /** Invariant: {@code 0 <= level <= capacity + claim}, except from a {@link #take}, which ends the claim, to later. */
    private long level;
    /** Bytes times nanoseconds that have not made a whole byte yet. Invariant: {@code 0 <= fraction < 1e9}. */
    private long fraction;
    /** What a waiter was promised to find, however late it looks; see {@link #keepFor}. */
    private long claim;

    private long lastNanos;

    /**
     * @param rate bytes a second, 0 for no limit
     * @param capacity the most bytes that are kept while nobody waits; at least 1 unless there is no limit
     * @param nowNanos the time from which the bucket fills
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
     * Takes {@code bytes} that are there.
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
     * Somebody waits for {@code bytes}: until the next {@link #take} as many may fill up beyond the capacity, so that a
     * timer that comes late costs no throughput. It widens what any window can see by these bytes and no more.
     */
    public void keepFor(long bytes) {
        claim = bytes;
    }

    /** Puts back bytes that were taken and not sent; what is over the capacity is lost. */
    public void giveBack(long bytes) {
        level += bytes;
        spill();
    }

    /** From now on fills at another rate, up to another capacity; what was filled at the old rate stays up to it. */
    public void change(long newRate, long newCapacity, long nowNanos) {
        check(newRate, newCapacity);
        accrue(nowNanos);
        rate = newRate;
        capacity = newCapacity;
        claim = 0; // who waits says again what for; an old claim could be many of the new chunks
        spill();
    }

    /** Bytes a second; 0 means no limit. */
    public long rate() {
        return rate;
    }

    /** The most bytes that are kept while nobody waits. */
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

    /** The bytes of less than a second. The rate is split, since rate times nanoseconds can pass 2^63. */
    private long wholeBytes(long nanos) {
        return rate / NANOS_A_SECOND * nanos + fractionAfter(nanos) / NANOS_A_SECOND;
    }

    private long fractionAfter(long nanos) {
        return rate % NANOS_A_SECOND * nanos + fraction;
    }

    /** The smallest time that makes {@code bytes}, from 1 to the rate: estimated in floating point, then put right. */
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

    /** @throws IllegalArgumentException when one is negative, or a limited rate fills a bucket that can hold nothing */
    static void check(long rate, long capacity) {
        if (rate < 0 || capacity < 0 || (rate > 0 && capacity == 0)) {
            throw new IllegalArgumentException("rate " + rate + ", capacity " + capacity);
        }
    }
}
