package dev.weir.throttle;

/** A token bucket under test: the real class, the exact model, or a variant with a planted fault. */
interface AnyBucket {
    long nanosUntil(long bytes, long nowNanos);

    void take(long bytes, long nowNanos);

    void keepFor(long bytes);

    void giveBack(long bytes);

    void change(long rate, long capacity, long mostClaim, long nowNanos);

    @FunctionalInterface
    interface Maker {
        AnyBucket make(long rate, long capacity, long nowNanos);
    }

    static AnyBucket real(long rate, long capacity, long nowNanos) {
        return new Real(new TokenBucket(rate, capacity, nowNanos));
    }

    record Real(TokenBucket bucket) implements AnyBucket {
        @Override
        public long nanosUntil(long bytes, long nowNanos) {
            return bucket.nanosUntil(bytes, nowNanos);
        }

        @Override
        public void take(long bytes, long nowNanos) {
            bucket.take(bytes, nowNanos);
        }

        @Override
        public void keepFor(long bytes) {
            bucket.keepFor(bytes);
        }

        @Override
        public void giveBack(long bytes) {
            bucket.giveBack(bytes);
        }

        @Override
        public void change(long rate, long capacity, long mostClaim, long nowNanos) {
            bucket.change(rate, capacity, mostClaim, nowNanos);
        }
    }
}
