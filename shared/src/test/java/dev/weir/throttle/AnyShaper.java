package dev.weir.throttle;

import java.time.Duration;

/** A shaper (scheduler of downloads) under test: the real class, the simple model, or one with a planted fault. */
interface AnyShaper {
    /** While few clients wait, a client may send no more bytes at once than its rate allows in this time. */
    Duration CHUNK_TIME = Duration.ofMillis(100);

    Chunk.Time FIXED = Chunk.Time.fixed(CHUNK_TIME);

    /** While more than two clients wait, this time is longer than {@link #CHUNK_TIME}: up to four times as long. */
    Chunk.Time GROWING = new Chunk.Time(CHUNK_TIME, CHUNK_TIME.multipliedBy(4), 2);

    default Share share(long id, long rate, long capacity, int weight, long nowNanos) {
        return new Share(id, new TokenBucket(rate, capacity, nowNanos), new ShareLimits(rate, capacity, weight));
    }

    void ask(Waiter waiter, long nowNanos);

    boolean cancel(Waiter waiter, long nowNanos);

    void change(Share share, long rate, long capacity, int weight, long nowNanos);

    void changeGlobal(long rate, long capacity, long nowNanos);

    void giveBack(Waiter waiter, long bytes, long nowNanos);

    boolean takesAtOnce(Share share, long bytes, long nowNanos);

    long advance(long nowNanos);

    @FunctionalInterface
    interface Maker {
        AnyShaper make(long rate, long capacity, long nowNanos);
    }

    static AnyShaper real(long rate, long capacity, long nowNanos) {
        return new Real(new Shaper(new TokenBucket(rate, capacity, nowNanos), FIXED));
    }

    static AnyShaper growing(long rate, long capacity, long nowNanos) {
        return new Real(new Shaper(new TokenBucket(rate, capacity, nowNanos), GROWING));
    }

    record Real(Shaper shaper) implements AnyShaper {
        @Override
        public void ask(Waiter waiter, long nowNanos) {
            shaper.ask(waiter, nowNanos);
        }

        @Override
        public boolean cancel(Waiter waiter, long nowNanos) {
            return shaper.cancel(waiter, nowNanos);
        }

        @Override
        public void change(Share share, long rate, long capacity, int weight, long nowNanos) {
            shaper.change(share, rate, capacity, weight, nowNanos);
        }

        @Override
        public void changeGlobal(long rate, long capacity, long nowNanos) {
            shaper.changeGlobal(rate, capacity, nowNanos);
        }

        @Override
        public void giveBack(Waiter waiter, long bytes, long nowNanos) {
            shaper.giveBack(waiter, bytes, nowNanos);
        }

        @Override
        public boolean takesAtOnce(Share share, long bytes, long nowNanos) {
            return shaper.takesAtOnce(share, bytes, nowNanos);
        }

        @Override
        public long advance(long nowNanos) {
            shaper.advance(nowNanos).forEach(grant -> grant.waiter().granted(grant.bytes()));
            return shaper.dueNanos();
        }
    }
}
