package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Token buckets and shapers (schedulers of downloads) with one planted fault each. The tests must find each fault. */
final class BrokenTwins {
    private BrokenTwins() {}

    /** A bucket and a shaper whose rate is 1 % too high. */
    static class Leaking implements BucketRules, RateRules {
        @Override
        public AnyBucket.Maker buckets() {
            return (rate, capacity, now) -> AnyBucket.real(rate + rate / 100, capacity, now);
        }

        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> AnyShaper.real(rate + rate / 100, capacity, now);
        }
    }

    /** A bucket that loses its fraction of a byte at each call of {@code nanosUntil}. */
    static class Rounding implements BucketRules {
        @Override
        public AnyBucket.Maker buckets() {
            return (rate, capacity, now) -> new BucketModel(rate, capacity, now) {
                @Override
                public long nanosUntil(long bytes, long nowNanos) {
                    long wait = super.nanosUntil(bytes, nowNanos);
                    dropFraction();
                    return wait;
                }
            };
        }
    }

    /**
     * A bucket and a shaper with one planted fault each. The bucket ignores a change of its capacity. After a change,
     * the shaper's capacity is the sum of its first capacity and the new one.
     */
    static class Roomy implements BucketRules, RateRules {
        @Override
        public AnyBucket.Maker buckets() {
            return (rate, capacity, now) -> new BucketModel(rate, capacity, now) {
                @Override
                public void change(long newRate, long newCapacity, long mostClaim, long nowNanos) {
                    super.change(newRate, capacity, mostClaim, nowNanos);
                }
            };
        }

        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new Wrapped(AnyShaper.real(rate, capacity, now)) {
                @Override
                public void changeGlobal(long newRate, long newCapacity, long nowNanos) {
                    super.changeGlobal(newRate, capacity + newCapacity, nowNanos);
                }
            };
        }
    }

    /** A shaper that gives every client the weight 1. */
    static class Weightless implements FairnessRules, ChangeRules {
        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new Wrapped(AnyShaper.real(rate, capacity, now)) {
                @Override
                public Share share(long id, long ownRate, long ownCapacity, int weight, long nowNanos) {
                    return super.share(id, ownRate, ownCapacity, 1, nowNanos);
                }

                @Override
                public void change(Share share, long ownRate, long ownCapacity, int weight, long nowNanos) {
                    super.change(share, ownRate, ownCapacity, 1, nowNanos);
                }
            };
        }
    }

    /** A shaper that serves the newest client first. */
    static class NewestFirst implements FairnessRules, NewcomerRules {
        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new NaiveShaper(
                    rate,
                    capacity,
                    now,
                    AnyShaper.FIXED,
                    comparingLong((NaiveFlow flow) -> flow.arrival).reversed());
        }
    }

    /** A shaper that serves clients by their ids, so that one client always comes before the others. */
    static class Privileged implements FairnessRules {
        @Override
        public AnyShaper.Maker shapers() {
            Comparator<NaiveFlow> order = comparingLong(flow -> flow.share.id);
            return (rate, capacity, now) -> new NaiveShaper(rate, capacity, now, AnyShaper.FIXED, order);
        }
    }

    /** A shaper that changes a waiting client's limits, but does not compute again when the client may send. */
    static class DeafToChanges implements ChangeRules {
        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new Wrapped(AnyShaper.real(rate, capacity, now)) {
                @Override
                public void change(Share share, long ownRate, long ownCapacity, int weight, long nowNanos) {
                    share.bucket.change(ownRate, ownCapacity, 0, nowNanos);
                    share.weight = weight;
                }
            };
        }
    }

    static class Polling implements ChangeRules {
        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new Wrapped(AnyShaper.real(rate, capacity, now)) {
                @Override
                public long advance(long nowNanos) {
                    return Math.min(super.advance(nowNanos), nowNanos + Simulation.MILLISECOND);
                }
            };
        }
    }

    /** A shaper that takes tokens from the client when a request is cancelled, as if the request had reserved them. */
    static class Reserving implements ChangeRules {
        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new Wrapped(AnyShaper.real(rate, capacity, now)) {
                @Override
                public boolean cancel(Waiter waiter, long nowNanos) {
                    boolean waited = super.cancel(waiter, nowNanos);
                    TokenBucket bucket = waiter.share().bucket;
                    if (waited && bucket.nanosUntil(4096, nowNanos) == 0) {
                        bucket.take(4096, nowNanos);
                    }
                    return waited;
                }
            };
        }
    }

    /** A shaper that lets a client send ten times as much at its turn. So each client waits longer for its turn. */
    static class Sluggish implements SlowClientRules {
        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new AnyShaper.Real(new Shaper(
                    new TokenBucket(rate, capacity, now), Chunk.Time.fixed(AnyShaper.CHUNK_TIME.multipliedBy(10))));
        }
    }

    /** A shaper that puts a new client right behind the first client in the queue, before others that already wait. */
    static class Pushing implements NewcomerRules {
        @Override
        public AnyShaper.Maker shapers() {
            return (rate, capacity, now) -> new Wrapped(AnyShaper.real(rate, capacity, now)) {
                private final List<Share> shares = new ArrayList<>();

                @Override
                public Share share(long id, long ownRate, long ownCapacity, int weight, long nowNanos) {
                    Share share = super.share(id, ownRate, ownCapacity, weight, nowNanos);
                    shares.stream()
                            .filter(other -> other.state == Share.State.READY)
                            .mapToLong(other -> other.tag)
                            .min()
                            .ifPresent(first -> share.tag = first);
                    shares.add(share);
                    return share;
                }
            };
        }
    }
}
