package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import java.util.Comparator;
import java.util.LinkedHashSet;

/**
 * What the {@link Shaper} keeps for one payer: its bucket, its weight, its downloads in the order in which they asked,
 * and its place among the other shares. Only the shaper's writer changes it.
 */
public final class Share {
    // By difference, not by value: a clock has no zero that must be respected.
    static final Comparator<Share> BY_READINESS = ((Comparator<Share>)
                    (a, b) -> Long.signum(a.readyNanos - b.readyNanos))
            .thenComparing(comparingLong(s -> s.id));

    final long id;
    final TokenBucket bucket;
    /** Downloads take turns: who is served goes to the end by asking again. */
    final LinkedHashSet<Waiter> waiting = LinkedHashSet.newLinkedHashSet(1);

    /** At least 1. */
    int weight;

    State state = State.IDLE;
    /** While {@link State#PACED}: when the own bucket can pay for the first in the queue. */
    long readyNanos;
    /** Start tag of the next grant, in virtual time; kept while away, so that a turn that was used stays used. */
    long tag;

    private long granted;

    // For readers on other threads.
    private volatile long fullNanos;
    private volatile long grantedBytes;
    private volatile int waitingDownloads;

    /** While {@link State#READY}: order of arrival among equal tags. */
    long arrival;

    Share(long id, TokenBucket bucket, int weight) {
        check(weight);
        this.id = id;
        this.bucket = bucket;
        this.weight = weight;
    }

    /** When the bucket is full again if nothing more is taken, on the throttle's clock. Any thread. */
    public long fullNanos() {
        return fullNanos;
    }

    /** Bytes granted since the start, without those given back. Any thread. */
    public long grantedBytes() {
        return grantedBytes;
    }

    /** Downloads that wait for a grant. Any thread. */
    public int waitingDownloads() {
        return waitingDownloads;
    }

    /** Tells readers on other threads; called by the writer after it has moved the bucket by so many granted bytes. */
    void publish(long bytes, long nowNanos) {
        granted += bytes;
        grantedBytes = granted;
        fullNanos = nowNanos + bucket.nanosUntil(bucket.capacity(), nowNanos);
    }

    /** The same after its queue has changed. */
    void publishWaiting() {
        waitingDownloads = waiting.size();
    }

    /** @throws IllegalArgumentException when it is less than 1 */
    static void check(int weight) {
        if (weight < 1) {
            throw new IllegalArgumentException("weight " + weight);
        }
    }

    enum State {
        /** Nobody waits. */
        IDLE,
        /** Waits for the client's own bucket. */
        PACED,
        /** The client's bucket can pay; waits for its turn at the global one. */
        READY
    }
}
