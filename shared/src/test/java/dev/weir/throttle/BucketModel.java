package dev.weir.throttle;

import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.time.Duration;

/**
 * A token bucket with exact arithmetic, to compare {@link TokenBucket} with. Its level is a {@link BigInteger}, in
 * bytes times nanoseconds.
 */
class BucketModel implements AnyBucket {
    private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);

    private BigInteger rate;
    private BigInteger capacity;
    private BigInteger claim = ZERO;
    private BigInteger held = ZERO;
    private long lastNanos;

    BucketModel(long rate, long capacity, long nowNanos) {
        this.rate = BigInteger.valueOf(rate);
        this.capacity = BigInteger.valueOf(capacity);
        this.lastNanos = nowNanos;
    }

    BucketModel(BucketModel other) {
        this.rate = other.rate;
        this.capacity = other.capacity;
        this.claim = other.claim;
        this.held = other.held;
        this.lastNanos = other.lastNanos;
    }

    long chunk() {
        long bytes = Chunk.bytes(rate.longValueExact(), AnyShaper.CHUNK_TIME);
        return rate.signum() == 0 ? bytes : Math.min(bytes, capacity());
    }

    /** Returns the most bytes that may be sent to a client at once, for this chunk time ({@link Chunk.Time}). */
    long chunk(Duration time) {
        long usual = Chunk.bytes(rate.longValueExact(), AnyShaper.CHUNK_TIME);
        boolean usualCapacity = capacity() == usual;
        long bytes = Math.max(usual, Math.min(Chunk.bytes(rate.longValueExact(), time), 64 * 1024));
        return limited() && !usualCapacity ? Math.min(bytes, capacity()) : bytes;
    }

    boolean limited() {
        return rate.signum() > 0;
    }

    /** Returns how many whole bytes the bucket holds at this time. */
    long held(long nowNanos) {
        fill(nowNanos);
        return held.divide(SECOND).longValueExact();
    }

    long chunk(long weight, long weights) {
        BigInteger part = rate.multiply(BigInteger.valueOf(weight)).divide(BigInteger.valueOf(weights));
        return limited() ? Chunk.bytes(part.max(BigInteger.ONE).longValueExact(), AnyShaper.CHUNK_TIME) : chunk();
    }

    long capacity() {
        return capacity.longValueExact();
    }

    @Override
    public long nanosUntil(long bytes, long nowNanos) {
        fill(nowNanos);
        BigInteger missing = BigInteger.valueOf(bytes).multiply(SECOND).subtract(held);
        if (rate.signum() == 0 || missing.signum() <= 0) {
            return 0;
        }
        BigInteger nanos = missing.add(rate).subtract(BigInteger.ONE).divide(rate);
        return nanos.add(BigInteger.valueOf(lastNanos - nowNanos)).longValueExact();
    }

    @Override
    public void take(long bytes, long nowNanos) {
        if (nanosUntil(bytes, nowNanos) > 0) {
            throw new IllegalStateException("taken before the bytes are there");
        }
        if (rate.signum() > 0) {
            held = held.subtract(BigInteger.valueOf(bytes).multiply(SECOND));
            claim = ZERO;
        }
    }

    @Override
    public void keepFor(long bytes) {
        claim = BigInteger.valueOf(bytes);
    }

    @Override
    public void giveBack(long bytes) {
        held = held.add(BigInteger.valueOf(bytes).multiply(SECOND)).min(most());
    }

    @Override
    public void change(long newRate, long newCapacity, long mostClaim, long nowNanos) {
        fill(nowNanos);
        rate = BigInteger.valueOf(newRate);
        capacity = BigInteger.valueOf(newCapacity);
        claim = claim.min(BigInteger.valueOf(mostClaim));
        held = held.min(most());
    }

    void dropFraction() {
        held = held.subtract(held.mod(SECOND));
    }

    private void fill(long nowNanos) {
        if (nowNanos - lastNanos <= 0) {
            return;
        }
        BigInteger elapsed = BigInteger.valueOf(nowNanos - lastNanos);
        lastNanos = nowNanos;
        if (rate.signum() > 0) {
            held = held.add(rate.multiply(elapsed)).min(most());
        }
    }

    private BigInteger most() {
        return capacity.add(claim).multiply(SECOND);
    }
}
