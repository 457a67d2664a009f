package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes how many bytes a client may send at its next turn. Used only in the throttle's {@link SerialExecutor}.
 *
 * <p>The waiting clients take turns. Each client may send its part of the bytes that the global bucket receives in the
 * configured chunk time, in proportion to the client's weight. The limits of a {@link Chunk} apply to this part. With
 * larger parts, a client would wait so long for its turn that its own bucket overflows.
 */
final class GrantSizer {
    private final TokenBucket global;
    private final Duration chunkTime;
    /** The sum of the weights of all clients that have a waiting download. */
    private long weights;

    GrantSizer(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.chunkTime = chunkTime;
    }

    void add(Share share) {
        weights += share.weight;
    }

    /** Subtracts the weight of a client that no longer waits. The weight must be the same as in {@link #add}. */
    void remove(Share share) {
        weights -= share.weight;
    }

    long globalChunk() {
        return Chunk.bytes(global, chunkTime);
    }

    /**
     * Returns how many bytes the client may send at its next turn if no other client waits. The client joins the queue
     * for the global bucket when its own bucket holds this many bytes.
     */
    long alone(Share share) {
        long chunk = Math.min(Chunk.bytes(share.bucket, chunkTime), globalChunk());
        return Math.min(share.waiting.getFirst().wanted(), chunk);
    }

    /** Returns how many bytes the client may send at its next turn. Never more than a full bucket holds. */
    long bytes(Share share) {
        if (global.rate() == 0) {
            return alone(share);
        }
        long rate = Math.max(1, (long) ((double) global.rate() * share.weight / weights)); // 0 would mean no limit
        return Math.min(alone(share), Chunk.bytes(rate, chunkTime));
    }

    /** Returns in how many nanoseconds the global bucket holds enough for the client's next turn. 0 means now. */
    long nanosUntil(Share share, long nowNanos) {
        return global.nanosUntil(bytes(share), nowNanos);
    }
}
