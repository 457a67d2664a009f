package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the size of one grant from the clients that compete for the global rate.
 *
 * <p>A round serves each waiting client once. It lasts as long as the chunk time at the global rate. A grant is the
 * client's part of the round, by weight. Longer rounds would be unfair to slow clients: a bucket that is full while its
 * client waits for its turn loses the bytes that no longer fit.
 *
 * <p>The price of a grant does not depend on its size. So when a crowd of downloads waits, the chunk time is up to
 * {@link #LONGER} times as long, but at most a second. The first grant of a download stays short. All buckets then bound
 * what they let through by these longer chunks.
 *
 * <p>Not thread-safe: only the throttle's writer calls it.
 */
final class GrantSizer {
    /** A crowd is more waiting downloads than this, and it lasts until a fifth of them has gone. */
    static final int CROWD = 5_000;

    private static final int LONGER = 4;
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final TokenBucket global;
    private final Duration chunkTime;
    private final Duration crowdTime;
    private final int crowd;
    private boolean crowded;
    /** Sum of the weights of all clients that wait, for their own bucket or for the global one. */
    private long weights;

    /** @param crowd with more waiting downloads than this, grants are larger */
    GrantSizer(TokenBucket global, Duration chunkTime, int crowd) {
        this.global = global;
        this.chunkTime = chunkTime;
        this.crowdTime = crowdTime(chunkTime);
        this.crowd = crowd;
    }

    /** The chunk time in a crowd. */
    static Duration crowdTime(Duration chunkTime) {
        Duration longer = chunkTime.multipliedBy(LONGER);
        Duration bounded = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
        return bounded.compareTo(chunkTime) < 0 ? chunkTime : bounded;
    }

    /** Tells how many downloads wait now. Returns whether this changes the size of grants. */
    boolean resize(long waiters) {
        boolean before = crowded;
        crowded = waiters > (crowded ? crowd - crowd / 5 : crowd);
        return crowded != before;
    }

    /** Adds the weight of a client that begins to wait. */
    void add(Share share) {
        weights += share.weight;
    }

    /** Removes the weight of a client that no longer waits. It must be the weight that was added. */
    void remove(Share share) {
        weights -= share.weight;
    }

    /**
     * The bytes that the client's own bucket must hold before the client queues for the global one. This is its grant
     * as if no other client waited, so that clients that come and go do not move the instant at which it is ready.
     */
    long alone(Share share) {
        Waiter first = share.waiting.getFirst();
        boolean longer = crowded && first.begun();
        return Math.min(first.wanted(), Math.min(chunk(share.bucket, longer), chunk(global, longer)));
    }

    /**
     * Bytes of the next grant to this client. It exceeds neither the client's part of the round nor what either bucket
     * can hold.
     */
    long bytes(Share share) {
        if (global.rate() == 0) {
            return alone(share);
        }
        long rate =
                Math.max(1, (long) ((double) global.rate() * share.weight / weights)); // because 0 would mean no limit
        return Math.min(alone(share), Chunk.bytes(rate, crowded ? crowdTime : chunkTime));
    }

    /** Nanoseconds until the global bucket can pay the next grant to this client. */
    long nanosUntil(Share share, long nowNanos) {
        return global.nanosUntil(bytes(share), nowNanos);
    }

    /**
     * The largest grant from this bucket. It exceeds the capacity only in a crowd, and {@link TokenBucket#keepFor} then
     * lets the bucket fill up to it.
     */
    private long chunk(TokenBucket bucket, boolean longer) {
        if (!longer) {
            return Chunk.bytes(bucket, chunkTime);
        }
        long bytes = Chunk.bytes(bucket.rate(), crowdTime);
        boolean roomy = bucket.rate() == 0 || bucket.capacity() > bytes / LONGER;
        return roomy ? bytes : LONGER * bucket.capacity();
    }
}
