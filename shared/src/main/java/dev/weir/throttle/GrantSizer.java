package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes how many bytes a client may send at its next turn. Used only in the throttle's {@link SerialExecutor}.
 *
 * <p>The waiting clients take turns. Each client may send its part of the bytes that the global bucket receives in the
 * configured chunk time, in proportion to the client's weight. The limits of a {@link Chunk} apply to this part. If
 * each client could send more at its turn, a client would wait so long for the next turn that its own bucket overflows.
 *
 * <p>While many clients wait, the next grant of each client grows ({@link Chunk.Time}), but not beyond the client's
 * part. The size of the grown grant is chosen when the client is queued, because the client then waits until its own
 * bucket holds that many bytes.
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

    /** Counts a client that begins to wait, and computes its {@link Share#grownBytes}. */
    void add(Share share, long nowNanos) {
        weights += share.weight;
        clients++;
        share.grownBytes = grown(share, nowNanos);
    }

    /** Subtracts a client that no longer waits. Its weight must be the same as in {@link #add}. */
    void remove(Share share) {
        weights -= share.weight;
        clients--;
    }

    long globalChunk() {
        return Chunk.bytes(global, chunkTime.usual());
    }

    /** Returns the most bytes that one grant can have for a client with this rate and capacity. */
    long mostBytes(long rate, long capacity) {
        return chunkTime.mostBytes(rate, capacity);
    }

    /** Returns whether the next grant of a queued client would be smaller if the client were queued again. */
    boolean shrinks(Share share, long nowNanos) {
        return share.grownBytes > grown(share, nowNanos);
    }

    /**
     * Returns how many bytes the client may send at its next turn if no other client waits. The client joins the queue
     * for the global bucket when its own bucket holds this many bytes.
     */
    long alone(Share share) {
        long chunk = Math.min(Chunk.bytes(share.bucket, chunkTime.usual()), globalChunk());
        return Math.min(share.waiting.getFirst().wanted(), Math.max(chunk, share.grownBytes));
    }

    /** Returns how many bytes the client may send at its next turn. At most {@link #alone}. */
    long bytes(Share share) {
        return global.rate() == 0 ? alone(share) : Math.min(alone(share), part(share));
    }

    /** Returns in how many nanoseconds the global bucket holds enough for the client's next turn. 0 means now. */
    long nanosUntil(Share share, long nowNanos) {
        return global.nanosUntil(bytes(share), nowNanos);
    }

    /** Returns the client's part of what the global bucket receives in the chunk time. */
    private long part(Share share) {
        long rate = Math.max(1, (long) ((double) global.rate() * share.weight / weights)); // 0 would mean no limit
        return Chunk.bytes(rate, chunkTime.usual());
    }

    /**
     * Computes {@link Share#grownBytes}. A result below a usual chunk means that the next grant does not grow. If
     * {@link Share#hurried} is above 0, the next grant must not wait in order to become larger. The result is then at
     * most what the client's bucket holds now.
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
