package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the size of one grant. The size depends on the clients that compete for the global rate.
 *
 * <p>In a round, each waiting client gets one grant. The bytes of a round are the bytes that the global bucket receives
 * in one chunk time. They are divided among the clients by weight. Longer rounds would be unfair, because a waiting
 * client's own bucket could become full. A full bucket loses new tokens.
 *
 * <p>Not thread-safe. The throttle uses this object only inside its {@link SerialExecutor}.
 */
final class GrantSizer {
    private final TokenBucket global;
    private final Duration chunkTime;
    /**
     * The sum of the weights of all waiting clients, whether they wait for their own bucket or for the global bucket.
     */
    private long weights;

    GrantSizer(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.chunkTime = chunkTime;
    }

    /** Adds the weight of a client that begins to wait. */
    void add(Share share) {
        weights += share.weight;
    }

    /** Removes the weight of a client that stops waiting. Its weight must not have changed since {@link #add}. */
    void remove(Share share) {
        weights -= share.weight;
    }

    /** Returns the size of the largest grant that the global bucket can pay. */
    long globalChunk() {
        return Chunk.bytes(global, chunkTime);
    }

    /**
     * Returns the size that the client's next grant would have if no other client waited. The client's own bucket must
     * hold this many bytes before the client queues for the global bucket. Other clients do not affect this size, so
     * they do not affect the time at which the client becomes ready.
     */
    long alone(Share share) {
        long chunk = Math.min(Chunk.bytes(share.bucket, chunkTime), globalChunk());
        return Math.min(share.waiting.getFirst().wanted(), chunk);
    }

    /**
     * Returns the size of the client's next grant, in bytes. The size is at most the client's part of the round. Both
     * buckets can hold this many bytes.
     */
    long bytes(Share share) {
        if (global.rate() == 0) {
            return alone(share);
        }
        long rate = Math.max(1, (long) ((double) global.rate() * share.weight / weights)); // 0 would mean no limit
        return Math.min(alone(share), Chunk.bytes(rate, chunkTime));
    }

    /** Returns the nanoseconds until the global bucket can pay for the client's next grant. */
    long nanosUntil(Share share, long nowNanos) {
        return global.nanosUntil(bytes(share), nowNanos);
    }
}
