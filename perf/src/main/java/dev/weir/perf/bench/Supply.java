package dev.weir.perf.bench;

/** What a limiter has to give while it is measured, so that every answer of a trial is the same. */
public enum Supply {
    /** A byte each nanosecond, a second's worth kept, one byte asked for: faster than anybody asks. */
    PLENTY(1_000_000_000, 1_000_000_000, 1),
    /** A byte a second after the chunk that was there is taken, and a chunk asked for: hours away. */
    NONE(1, Supply.CHUNK_BYTES, Supply.CHUNK_BYTES);

    private static final int CHUNK_BYTES = 20 * 1024;

    private final long rate;
    private final long capacity;
    private final int askedBytes;

    Supply(long rate, long capacity, int askedBytes) {
        this.rate = rate;
        this.capacity = capacity;
        this.askedBytes = askedBytes;
    }

    /** Makes a limiter in this state. */
    Limiter of(LimiterType type) {
        Limiter limiter = type.create(rate, capacity);
        if (limiter.ask(askedBytes) != 0) {
            throw new IllegalStateException(type + " is not full at first");
        }
        return limiter;
    }

    /** What each ask is for. */
    int askedBytes() {
        return askedBytes;
    }

    /** @throws IllegalStateException when the limiter does not answer as it did, or should have, all along */
    void check(Limiter limiter) {
        long answer = limiter.ask(askedBytes);
        if ((answer == 0) != (this == PLENTY)) {
            throw new IllegalStateException("answered " + answer + " with " + this);
        }
    }
}
