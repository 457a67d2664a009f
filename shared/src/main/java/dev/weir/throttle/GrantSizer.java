package dev.weir.throttle;

import java.time.Duration;

/**
 * How much one grant is, given who else wants some.
 *
 * <p>A round, in which everybody who wants is served once, is what the global rate brings in the chunk time; a grant is
 * the client's part of it by weight. Longer rounds would be unfair to slow clients: a bucket that is full while its
 * client waits for the turn loses what it could have filled.
 *
 * <p>Moved by one writer.
 */
final class GrantSizer {
    private final TokenBucket global;
    private final Duration chunkTime;
    /** Sum of the weights of the clients that wait, paced or ready. */
    private long weights;

    GrantSizer(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.chunkTime = chunkTime;
    }

    /** A client begins to want. */
    void add(Share share) {
        weights += share.weight;
    }

    /** A client, with the weight that it was added with, wants nothing more. */
    void remove(Share share) {
        weights -= share.weight;
    }

    /**
     * What the client's own bucket must hold before it lines up: its grant if it were alone, so that clients who come
     * and go do not move the instant at which it is ready.
     */
    long alone(Share share) {
        long chunk = Math.min(Chunk.bytes(share.bucket, chunkTime), Chunk.bytes(global, chunkTime));
        return Math.min(share.waiting.getFirst().wanted(), chunk);
    }

    /** What the next grant to this client will be: never more than a bucket on the way can hold, nor than its part. */
    long bytes(Share share) {
        if (global.rate() == 0) {
            return alone(share);
        }
        long rate = Math.max(1, (long) ((double) global.rate() * share.weight / weights)); // 0 would be no limit
        return Math.min(alone(share), Chunk.bytes(rate, chunkTime));
    }

    /** Nanoseconds until the global bucket can pay the next grant to this client. */
    long nanosUntil(Share share, long nowNanos) {
        return global.nanosUntil(bytes(share), nowNanos);
    }
}
