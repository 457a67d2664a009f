package dev.weir.throttle;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The state of one client in the {@link NaiveShaper}. */
final class NaiveFlow {
    /** Orders the clients whose own token buckets hold enough bytes. The first of these clients is served next. */
    static final Comparator<NaiveFlow> BY_TAG =
            comparing((NaiveFlow flow) -> flow.tag).thenComparingLong(flow -> flow.arrival);

    static final Comparator<NaiveFlow> BY_INSTANT =
            comparingLong((NaiveFlow flow) -> flow.readyNanos).thenComparingLong(flow -> flow.share.id);

    final Share share;
    final BucketModel bucket;
    final List<Waiter> waiting;
    int weight;
    boolean ready;
    /** When the client's own token bucket will hold enough for the next grant. Used only if {@link #ready} is false. */
    long readyNanos;

    BigInteger tag;
    long arrival;
    /** The raised limit on the bytes of the client's next grant, or 0 if the limit is not raised. */
    long grown;

    int hurried;

    NaiveFlow(Share share, BucketModel bucket) {
        this.share = share;
        this.bucket = bucket;
        this.waiting = new ArrayList<>();
        this.weight = share.weight;
        this.tag = BigInteger.ZERO;
    }

    NaiveFlow(NaiveFlow other) {
        this.share = other.share;
        this.bucket = new BucketModel(other.bucket);
        this.waiting = new ArrayList<>(other.waiting);
        this.weight = other.weight;
        this.ready = other.ready;
        this.readyNanos = other.readyNanos;
        this.tag = other.tag;
        this.arrival = other.arrival;
        this.grown = other.grown;
        this.hurried = other.hurried;
    }

    /** Returns how many bytes the client could send next if no other client waited. */
    long alone(BucketModel global) {
        return Math.min(waiting.getFirst().wanted(), Math.max(grown, Math.min(bucket.chunk(), global.chunk())));
    }

    static long weights(Collection<NaiveFlow> flows) {
        return flows.stream()
                .filter(flow -> !flow.waiting.isEmpty())
                .mapToLong(flow -> flow.weight)
                .sum();
    }

    static BigInteger lastTag(Collection<NaiveFlow> flows, BigInteger virtualTime) {
        return flows.stream().filter(flow -> flow.ready).map(flow -> flow.tag).reduce(virtualTime, BigInteger::max);
    }
}
