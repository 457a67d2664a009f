package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.ShareLimits.Part;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state of one client in the {@link Shaper}: its token bucket, its weight, its waiting downloads, and its position
 * in the queue of clients.
 *
 * <p>Only the throttle changes this object, inside its {@link SerialExecutor}. Any thread may call the public methods.
 */
public final class Share {
    // Compares the difference of the times, because the values of System.nanoTime() may overflow.
    static final Comparator<Share> BY_READINESS = ((Comparator<Share>)
                    (a, b) -> Long.signum(a.readyNanos - b.readyNanos))
            .thenComparing(comparingLong(s -> s.id));

    final long id;
    final TokenBucket bucket;
    /** The waiting downloads in the order of their asks. */
    final LinkedHashSet<Waiter> waiting = LinkedHashSet.newLinkedHashSet(1);

    /** The limits of the client across all processes. */
    ShareLimits limits;

    /** The part of the limits that this process may use. */
    Part part = Part.ALL;

    /** The weight of the client in the {@link FairQueue}; at least 1. */
    int weight;

    State state = State.IDLE;
    /**
     * The time at which the client's own bucket can pay for the first waiting download. Valid in {@link State#PACED}.
     */
    long readyNanos;
    /**
     * The start tag of the client's next grant, in virtual time ({@link FairQueue}). The client keeps the tag while no
     * download waits. Otherwise a client could get an earlier turn by leaving the queue and coming back.
     */
    long tag;

    private final AtomicLong granted = new AtomicLong();

    // Copies of the state for readers on other threads.
    private volatile long fullNanos;
    private volatile boolean unlimited;
    private volatile int waitingDownloads;

    /**
     * The sequence number of the arrival in the {@link FairQueue}, which orders clients with equal tags. Valid in
     * {@link State#READY}.
     */
    long arrival;

    Share(long id, TokenBucket bucket, ShareLimits limits) {
        this.id = id;
        this.bucket = bucket;
        this.limits = limits;
        this.weight = limits.weight();
    }

    /**
     * Returns the time at which the bucket will be full if no more bytes are taken, in nanoseconds of the throttle's
     * clock.
     */
    public long fullNanos() {
        return fullNanos;
    }

    /** Returns the bytes granted to the client since the start, minus the bytes that its downloads gave back. */
    public long grantedBytes() {
        return granted.get();
    }

    /** Returns the number of the client's downloads that wait for a grant. */
    public int waitingDownloads() {
        return waitingDownloads;
    }

    /**
     * Updates the copies that other threads read.
     *
     * @param bytes the bytes that the bucket has just paid; negative if a download gave bytes back
     */
    void publish(long bytes, long nowNanos) {
        granted.addAndGet(bytes);
        unlimited = bucket.rate() == 0;
        fullNanos = nowNanos + bucket.nanosUntil(bucket.capacity(), nowNanos);
    }

    /** Returns whether the client's own bucket has no limit. Any thread may call it. */
    boolean isUnlimited() {
        return unlimited;
    }

    /**
     * Counts a grant without taking bytes from a bucket, because neither bucket has a limit. Any thread may call it.
     */
    void grantedWithoutLimit(long bytes) {
        granted.addAndGet(bytes);
    }

    /**
     * Sets the client's limits and the part of them that this process may use. Returns the resulting limits of this
     * process.
     */
    ShareLimits limit(ShareLimits whole, Part own, Duration chunkTime) {
        limits = whole;
        part = own;
        return whole.of(own, chunkTime);
    }

    /** Updates the number of waiting downloads that other threads read. */
    void publishWaiting() {
        waitingDownloads = waiting.size();
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
