package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes how many bytes a client may send at its next turn. Used only by tasks of the throttle's
 * {@link SerialExecutor}.
 *
 * <p>The waiting clients take turns. They divide the bytes that the global bucket receives in the configured chunk
 * time. Each client's part is in proportion to its weight, and within the limits of a {@link Chunk}. If the parts were
 * larger, a client would wait so long for its next turn that its own bucket overflows.
 *
 * <p>At its turn, a client may send what its own rate allows in the chunk time, but at most its part. While many
 * clients wait, the chunk time grows ({@link Chunk.Time}), but the parts do not. The chunk time for a client's next
 * turn is fixed when the client is queued. The client then waits until its own bucket holds the bytes for this turn.
 */
final class GrantSizer {
    private final TokenBucket global;
    private final Chunk.Time chunkTime;
    /** The sum of the weights of all clients that have a waiting download. */
    private long weights;
    /** The number of clients that have a waiting download. */
    private long clients;

    GrantSizer(TokenBucket global, Chunk.Time chunkTime) {
        this.global = global;
        this.chunkTime = chunkTime;
    }

    /** Counts a client that begins to wait, and computes how much it may send next ({@link Share#grownBytes}). */
    void add(Share share, long nowNanos) {
        weights += share.weight;
        clients++;
        share.grownBytes = grown(share, nowNanos);
    }

    /** Stops counting a client that no longer waits. The client's weight must be the same as in {@link #add}. */
    void remove(Share share) {
        weights -= share.weight;
        clients--;
    }

    long globalChunk() {
        return Chunk.bytes(global, chunkTime.usual());
    }

    /** Returns the most bytes that a client with this rate and bucket capacity may ever send at one turn. */
    long mostBytes(long rate, long capacity) {
        return chunkTime.mostBytes(rate, capacity);
    }

    /** Returns whether a queued client's next grant would be smaller if its size were computed again now. */
    boolean shrinks(Share share, long nowNanos) {
        return share.grownBytes > grown(share, nowNanos);
    }

    /**
     * Returns the most bytes that the client may send at its next turn. The client joins the queue for the global
     * bucket when its own bucket holds this many bytes. At its turn, the client may be allowed fewer bytes
     * ({@link #bytes}).
     */
    long alone(Share share) {
        return Math.min(share.waiting.getFirst().wanted(), Math.max(usual(share), share.grownBytes));
    }

    private long usual(Share share) {
        return Math.min(Chunk.bytes(share.bucket, chunkTime.usual()), globalChunk());
    }

    /** Returns how many bytes the client may send at its next turn. The result is at most that of {@link #alone}. */
    long bytes(Share share) {
        return global.rate() == 0 ? alone(share) : Math.min(alone(share), part(share));
    }

    /** Returns the nanoseconds until the global bucket holds enough bytes for the client's next turn. 0 means now. */
    long nanosUntil(Share share, long nowNanos) {
        return global.nanosUntil(bytes(share), nowNanos);
    }

    /** Lets the global bucket fill beyond its capacity, until it holds enough bytes for the client's next turn. */
    void keepForTurn(Share share) {
        global.keepFor(bytes(share));
    }

    /**
     * Returns true if a client that waits in no queue may send {@code bytes} at one turn, and both its own bucket and
     * the global bucket hold these bytes now.
     */
    boolean permits(Share share, long bytes, long nowNanos) {
        long most = usual(share);
        if (global.rate() != 0) {
            most = Math.min(most, part(share, weights + share.weight));
        }
        return bytes <= most
                && share.bucket.nanosUntil(bytes, nowNanos) == 0
                && global.nanosUntil(bytes, nowNanos) == 0;
    }

    /** Returns the client's part, by weight, of the bytes that the global bucket gets in the configured chunk time. */
    private long part(Share share) {
        return part(share, weights);
    }

    private long part(Share share, long allWeights) {
        long rate = Math.max(1, (long) ((double) global.rate() * share.weight / allWeights)); // 0 would mean no limit
        return Chunk.bytes(rate, chunkTime.usual());
    }

    /**
     * Computes {@link Share#grownBytes}: how many bytes the client may send at its next turn while many clients wait.
     * {@link #alone} uses the result only if it is larger than {@link #usual}. Returns 0 if the chunk time has not
     * grown, or if the client has no rate limit.
     *
     * <p>If {@link Share#hurried} is above 0, the client must not wait until its bucket holds more. So the result is
     * then at most what the bucket holds now.
     */
    private long grown(Share share, long nowNanos) {
        TokenBucket bucket = share.bucket;
        Duration time = chunkTime.of(clients, share.waiting.size());
        if (bucket.rate() == 0 || time.equals(chunkTime.usual())) {
            return 0;
        }
        long bytes = chunkTime.bytes(bucket.rate(), bucket.capacity(), time);
        long most = share.hurried > 0 ? bucket.held(nowNanos) : Long.MAX_VALUE;
        return Math.min(Math.min(bytes, most), global.rate() == 0 ? Long.MAX_VALUE : part(share));
    }
}
