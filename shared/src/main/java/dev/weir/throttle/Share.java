package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.ShareLimits.Part;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state of one client in the {@link Throttle}: its token bucket, its weight and its waiting downloads. Only the
 * throttle changes it, in a {@link SerialExecutor}. The public methods are thread-safe.
 */
public final class Share {
    // Compares the difference of the times, because the values of System.nanoTime() may overflow.
    static final Comparator<Share> BY_READINESS = ((Comparator<Share>)
                    (a, b) -> Long.signum(a.readyNanos - b.readyNanos))
            .thenComparing(comparingLong(s -> s.id));

    final long id;
    final TokenBucket bucket;
    /** The downloads that wait for a grant, in the order in which they asked. */
    final LinkedHashSet<Waiter> waiting = LinkedHashSet.newLinkedHashSet(1);

    /** The client's limits for all server processes together. */
    ShareLimits limits;

    Part part = Part.ALL;

    int weight;

    State state = State.IDLE;
    /**
     * The time in nanoseconds at which the client's bucket holds enough for the first waiting download. Used only in
     * {@link State#PACED}.
     */
    long readyNanos;
    /**
     * The size to which the next grant grows while many clients wait, in bytes. A value below the size of a usual
     * {@link Chunk} has no effect.
     */
    long grownBytes;
    /**
     * The number of next grants that must not wait in order to become larger ({@link #grownBytes}). Above 0 if the
     * client has a new download or new limits.
     */
    int hurried;
    /** The client's place in the {@link FairQueue}. The smallest tag is served first. Kept while no download waits. */
    long tag;

    private final AtomicLong granted = new AtomicLong();

    // Copies of the state for readers on other threads.
    private volatile long fullNanos;
    private volatile boolean unlimited;
    private volatile int waitingDownloads;

    /** The client's number in order of arrival. The {@link FairQueue} uses it to order clients with equal tags. */
    long arrival;

    Share(long id, TokenBucket bucket, ShareLimits limits) {
        this.id = id;
        this.bucket = bucket;
        this.limits = limits;
        this.weight = limits.weight();
    }

    /**
     * Returns the time at which the client's bucket will be full if nothing more is taken. The time is in nanoseconds
     * of the throttle's clock.
     */
    public long fullNanos() {
        return fullNanos;
    }

    /** Returns the bytes granted to the client since the start, minus the bytes that its downloads gave back. */
    public long grantedBytes() {
        return granted.get();
    }

    public int waitingDownloads() {
        return waitingDownloads;
    }

    /**
     * Counts granted bytes, and copies the state of the bucket for readers on other threads.
     *
     * @param bytes the bytes just taken from the bucket; negative if a download gave bytes back
     */
    void publish(long bytes, long nowNanos) {
        granted.addAndGet(bytes);
        unlimited = bucket.rate() == 0;
        fullNanos = nowNanos + bucket.nanosUntil(bucket.capacity(), nowNanos);
    }

    /** Returns whether the client has no rate limit of its own. Any thread may call it. */
    boolean isUnlimited() {
        return unlimited;
    }

    /** Counts bytes granted without a token bucket, because no rate limit applies. Any thread may call it. */
    void grantedWithoutLimit(long bytes) {
        granted.addAndGet(bytes);
    }

    /**
     * Sets the client's limits for all server processes together, and the part for this process. Returns the limits of
     * this process.
     */
    ShareLimits limit(ShareLimits whole, Part own, Duration chunkTime) {
        limits = whole;
        part = own;
        return whole.of(own, chunkTime);
    }

    void publishWaiting() {
        waitingDownloads = waiting.size();
    }

    enum State {
        IDLE,
        /** The client's first download waits until the client's own bucket holds enough tokens. */
        PACED,
        /** The client's own bucket holds enough tokens. The first download waits for its turn at the global bucket. */
        READY
    }
}
