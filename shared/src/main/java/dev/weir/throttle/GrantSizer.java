package dev.weir.throttle;

import java.time.Duration;

/**
 * Computes the size of one grant from the clients that compete for the global rate.
 *
 * <p>A round serves each waiting client once. It lasts as long as the chunk time at the global rate. A grant is the
 * client's part of the round, by weight. Longer rounds would be unfair to slow clients: a bucket that is full while its
 * client waits for its turn loses the bytes that no longer fit.
 *
 * <p>Not thread-safe: only the throttle's writer calls it.
 */
final class GrantSizer {
    private final TokenBucket global;
    private final Duration chunkTime;
    /** Sum of the weights of all clients that wait, for their own bucket or for the global one. */
    private long weights;

    GrantSizer(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.chunkTime = chunkTime;
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
        long chunk = Math.min(Chunk.bytes(share.bucket, chunkTime), Chunk.bytes(global, chunkTime));
        return Math.min(share.waiting.getFirst().wanted(), chunk);
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
        return Math.min(alone(share), Chunk.bytes(rate, chunkTime));
    }

    /** Nanoseconds until the global bucket can pay the next grant to this client. */
    long nanosUntil(Share share, long nowNanos) {
        return global.nanosUntil(bytes(share), nowNanos);
    }
}
