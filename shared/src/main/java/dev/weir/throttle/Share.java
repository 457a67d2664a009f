package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The shaper's state for one client: its bucket, its weight, its waiting downloads, and its place among the other
 * clients.
 *
 * <p>Only the throttle's writer changes it. The public methods may be called by any thread.
 */
public final class Share {
    // Compares the difference, not the values: a clock has no zero and may wrap.
    static final Comparator<Share> BY_READINESS = ((Comparator<Share>)
                    (a, b) -> Long.signum(a.readyNanos - b.readyNanos))
            .thenComparing(comparingLong(s -> s.id));

    final long id;
    final TokenBucket bucket;
    /** Waiting downloads in the order in which they asked. One that was served goes to the end when it asks again. */
    final LinkedHashSet<Waiter> waiting = LinkedHashSet.newLinkedHashSet(1);

    /** At least 1. */
    int weight;

    State state = State.IDLE;
    /**
     * While {@link State#PACED}: the instant at which the client's own bucket can pay for the first waiting download.
     */
    long readyNanos;
    /** Start tag of the next grant, in virtual time. It is kept while nothing waits, so that a used turn stays used. */
    long tag;

    private final AtomicLong granted = new AtomicLong();

    // Copies for readers on other threads.
    private volatile long fullNanos;
    private volatile boolean unlimited;
    private volatile int waitingDownloads;

    /** While {@link State#READY}: order of arrival among equal tags. */
    long arrival;

    Share(long id, TokenBucket bucket, int weight) {
        check(weight);
        this.id = id;
        this.bucket = bucket;
        this.weight = weight;
    }

    /**
     * The instant at which the bucket is full again if nothing more is taken, in nanoseconds of the throttle's clock.
     */
    public long fullNanos() {
        return fullNanos;
    }

    /** Bytes granted since the start, less those given back. */
    public long grantedBytes() {
        return granted.get();
    }

    /** Number of downloads that wait for a grant. */
    public int waitingDownloads() {
        return waitingDownloads;
    }

    /** Updates the copies for other threads. The writer calls this after it has moved the bucket by {@code bytes}. */
    void publish(long bytes, long nowNanos) {
        granted.addAndGet(bytes);
        unlimited = bucket.rate() == 0;
        fullNanos = nowNanos + bucket.nanosUntil(bucket.capacity(), nowNanos);
    }

    /** Whether the client's own bucket has no limit. */
    boolean isUnlimited() {
        return unlimited;
    }

    /** Counts a grant that no bucket paid for. Any thread may call it. */
    void grantedWithoutLimit(long bytes) {
        granted.addAndGet(bytes);
    }

    /** Updates the number of waiting downloads for other threads. */
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
        /** No download of the client waits. */
        IDLE,
        /** The first download waits for the client's own bucket. */
        PACED,
        /** The client's bucket can pay. The first download waits for its turn at the global bucket. */
        READY
    }
}
