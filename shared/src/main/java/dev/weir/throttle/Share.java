package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.ShareLimits.Part;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state of one client in the {@link Throttle}: its bucket, weight and waiting downloads. Only the throttle changes
 * it, in its {@link SerialExecutor}. Any thread may call the public methods.
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

    /** The client's limits across all processes. */
    ShareLimits limits;

    Part part = Part.ALL;

    int weight;

    State state = State.IDLE;
    /**
     * The time at which the client's own bucket can pay for the first waiting download. Valid in {@link State#PACED}.
     */
    long readyNanos;
    /** The client's start tag, in virtual time ({@link FairQueue}). A client without a waiting download keeps it. */
    long tag;

    private final AtomicLong granted = new AtomicLong();

    // Copies of the state for readers on other threads.
    private volatile long fullNanos;
    private volatile boolean unlimited;
    private volatile int waitingDownloads;

    /** The number of the arrival in the {@link FairQueue}; orders equal tags. Valid in {@link State#READY}. */
    long arrival;

    Share(long id, TokenBucket bucket, ShareLimits limits) {
        this.id = id;
        this.bucket = bucket;
        this.limits = limits;
        this.weight = limits.weight();
    }

    /**
     * Returns the time at which the bucket will be full if nothing more is taken, in nanoseconds of the throttle's
     * clock.
     */
    public long fullNanos() {
        return fullNanos;
    }

    /** Returns the bytes granted since the start, minus the bytes given back. */
    public long grantedBytes() {
        return granted.get();
    }

    public int waitingDownloads() {
        return waitingDownloads;
    }

    /**
     * Counts granted bytes and updates the copies of the bucket's state that other threads read.
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

    /** Counts a grant without taking bytes, because neither bucket has a limit. Any thread may call it. */
    void grantedWithoutLimit(long bytes) {
        granted.addAndGet(bytes);
    }

    /** Sets the client's limits across all processes and this process's part. Returns the limits of this process. */
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
        /** The first download waits for the client's own bucket. */
        PACED,
        /** The first download waits for its turn at the global bucket. */
        READY
    }
}
