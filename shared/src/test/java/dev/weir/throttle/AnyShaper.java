package dev.weir.throttle;

import java.time.Duration;

/** A shaper, as the rules see it: the real one, the naive one, or a broken one. */
interface AnyShaper {
    /** Chunks are what a rate brings in this time, from 4 KiB to 256 KiB. */
    Duration CHUNK_TIME = Duration.ofMillis(100);

    /** A client that this shaper knows. */
    default Share share(long id, long rate, long capacity, int weight, long nowNanos) {
        return new Share(id, new TokenBucket(rate, capacity, nowNanos), weight);
    }

    void ask(Waiter waiter, long nowNanos);

    boolean cancel(Waiter waiter, long nowNanos);

    void change(Share share, long rate, long capacity, int weight, long nowNanos);

    void changeGlobal(long rate, long capacity, long nowNanos);

    void giveBack(Waiter waiter, long bytes, long nowNanos);

    long advance(long nowNanos);

    /** What the rules are about. */
    @FunctionalInterface
    interface Maker {
        AnyShaper make(long rate, long capacity, long nowNanos);
    }

    /** The real one. */
    static AnyShaper real(long rate, long capacity, long nowNanos) {
        return new Real(new Shaper(new TokenBucket(rate, capacity, nowNanos), CHUNK_TIME));
    }

    /** Passes everything on. */
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
        public long advance(long nowNanos) {
            shaper.advance(nowNanos).forEach(grant -> grant.waiter().granted(grant.bytes()));
            return shaper.dueNanos();
        }
    }
}
