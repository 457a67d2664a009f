package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.ShareLimits.Part;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state of one client in the {@link Throttle}: its token bucket, its weight and its waiting downloads. Only tasks
 * of the throttle's {@link SerialExecutor} change this state. The public methods are thread-safe.
 */
public final class Share {
    // Compares the difference of the times, because the values of System.nanoTime() may overflow.
    static final Comparator<Share> BY_READINESS = ((Comparator<Share>)
                    (a, b) -> Long.signum(a.readyNanos - b.readyNanos))
            .thenComparing(comparingLong(s -> s.id));

    final long id;
    final TokenBucket bucket;
    /** The downloads that wait for permission to send bytes, in the order in which they asked. */
    final LinkedHashSet<Waiter> waiting = LinkedHashSet.newLinkedHashSet(1);

    /** The client's limits for all server processes together. */
    ShareLimits limits;

    Part part = Part.ALL;

    int weight;

    State state = State.IDLE;
    /**
     * The time in nanoseconds at which the client's bucket holds enough for the first waiting download. Valid only in
     * {@link State#PACED}.
     */
    long readyNanos;
    /**
     * The size in bytes to which the client's next grant (permission to send) grows while many clients wait. A value
     * below the usual size has no effect.
     */
    long grownBytes;
    /**
     * How many of the client's next grants (permissions to send) are made as early as possible. Later grants may be
     * delayed, so that they become larger ({@link #grownBytes}). The number is above 0 after the client has got a new
     * download or new limits.
     */
    int hurried;
    /** The client with the smallest tag is served first ({@link FairQueue}). An idle client keeps its tag. */
    long tag;

    private final AtomicLong granted = new AtomicLong();

    // Copies of the state for readers on other threads.
    private volatile long fullNanos;
    private volatile boolean unlimited;
    private volatile int waitingDownloads;

    /** The number that the client got when it last joined the {@link FairQueue}. Orders clients with equal tags. */
    long arrival;

    Share(long id, TokenBucket bucket, ShareLimits limits) {
        this.id = id;
        this.bucket = bucket;
        this.limits = limits;
        this.weight = limits.weight();
    }

    /**
     * Returns the time at which the client's token bucket will be full if no more bytes are taken from it. The time is
     * in nanoseconds of the throttle's clock.
     */
    public long fullNanos() {
        return fullNanos;
    }

    /** Returns the number of bytes granted to the client so far, minus the bytes that its downloads gave back. */
    public long grantedBytes() {
        return granted.get();
    }

    public int waitingDownloads() {
        return waitingDownloads;
    }

    /**
     * Adds {@code bytes} to the granted bytes, and copies the state of the bucket for readers on other threads.
     *
     * @param bytes the bytes just taken from the bucket; negative if a download gave bytes back
     */
    void publish(long bytes, long nowNanos) {
        granted.addAndGet(bytes);
        unlimited = bucket.rate() == 0;
        fullNanos = nowNanos + bucket.nanosUntil(bucket.capacity(), nowNanos);
    }

    /** Returns whether the client has no rate limit of its own. Any thread may call this method. */
    boolean isUnlimited() {
        return unlimited;
    }

    /** Counts bytes granted without a token bucket, because no rate limit applies. Any thread may call this method. */
    void grantedWithoutLimit(long bytes) {
        granted.addAndGet(bytes);
    }

    /**
     * Sets the client's limits for all server processes together, and the part of these limits for this process.
     * Returns the resulting limits of this process.
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
        /** The client waits until its own token bucket holds enough bytes for its first waiting download. */
        PACED,
        /** The client's own bucket holds enough bytes. The client waits for its turn at the bucket of all clients. */
        READY
    }
}
