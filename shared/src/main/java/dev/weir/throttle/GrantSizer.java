package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the size of the next grant. Confined to the throttle's {@link SerialExecutor}.
 *
 * <p>In a round, each waiting client gets one grant. The round divides the bytes that the global bucket receives in one
 * chunk time among the clients by weight. A longer round would let the bucket of a waiting client fill up and lose
 * tokens.
 */
final class GrantSizer {
    private final TokenBucket global;
    private final Duration chunkTime;
    /** The sum of the weights of all waiting clients, both paced and ready. */
    private long weights;

    GrantSizer(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.chunkTime = chunkTime;
    }

    void add(Share share) {
        weights += share.weight;
    }

    /** Removes a client that stops waiting. Its weight must be the weight at {@link #add}. */
    void remove(Share share) {
        weights -= share.weight;
    }

    long globalChunk() {
        return Chunk.bytes(global, chunkTime);
    }

    /**
     * Returns the size that the client's next grant would have if no other client waited. The client is ready when its
     * own bucket holds this many bytes. So the number of waiting clients does not affect when a client becomes ready.
     */
    long alone(Share share) {
        long chunk = Math.min(Chunk.bytes(share.bucket, chunkTime), globalChunk());
        return Math.min(share.waiting.getFirst().wanted(), chunk);
    }

    /** Returns the size of the client's next grant in bytes. Both buckets can hold this many bytes. */
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
