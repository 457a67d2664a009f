package dev.weir.throttle;

import java.time.Duration;

/**
 * Sets the minimum time between two wake-ups of the {@link Throttle}, so that each makes a batch of grants. A wake-up
 * uses more CPU than a grant. Confined to the throttle's {@link SerialExecutor}.
 *
 * <p>Too many grants in one wake-up would occupy an event loop for too long. So the minimum time has an upper bound. It
 * is at most a sixteenth of the time in which the fastest bucket so far receives one chunk, or 1 ms if that is more.
 * The delay costs no throughput, because {@link TokenBucket#keepFor} preserves the tokens.
 */
final class Spacing {
    private static final long LEAST_NANOS = Duration.ofMillis(1).toNanos();

    /**
     * The divisor that limits a delay. A grant is late by at most the time in which its bucket receives one chunk,
     * divided by this number, or 1 ms if that is more.
     */
    private static final int PARTS = 16;

    /** The number of grants that one wake-up should make. */
    private static final int BATCH = 32;

    private final Duration chunkTime;
    private long mostNanos;
    private long spacingNanos;
    private long lastWakeNanos;
    private long grants;

    Spacing(Duration chunkTime, long nowNanos) {
        this.chunkTime = chunkTime;
        mostNanos = Math.max(LEAST_NANOS, chunkTime.toNanos() / PARTS);
        spacingNanos = mostNanos;
        lastWakeNanos = nowNanos - spacingNanos;
    }

    /** Lowers the upper bound of the spacing if this bucket receives a chunk faster than all buckets so far. */
    void keepUp(TokenBucket bucket) {
        keepUp(bucket.rate(), Chunk.bytes(bucket, chunkTime));
    }

    /**
     * Lowers the upper bound to the time in which a bucket receives {@code bytes}, divided by {@link #PARTS}. Never
     * raises it.
     *
     * @param rate bytes a second; 0 means no limit and changes nothing
     */
    void keepUp(long rate, long bytes) {
        if (rate > 0) {
            long fillNanos = (long) (1e9 * bytes / rate);
            mostNanos = Math.clamp(fillNanos / PARTS, LEAST_NANOS, mostNanos);
            spacingNanos = Math.min(spacingNanos, mostNanos);
        }
    }

    void granted() {
        grants++;
    }

    /**
     * Records a wake-up. Sets the spacing to the time in which the next batch becomes due, if grants stay as frequent
     * as since the last wake-up.
     */
    void woke(long nowNanos) {
        long batchNanos = (nowNanos - lastWakeNanos) / Math.max(1, grants) * BATCH;
        spacingNanos = Math.clamp(batchNanos, LEAST_NANOS, mostNanos);
        lastWakeNanos = nowNanos;
        grants = 0;
    }

    /** Returns the time of the wake-up for a grant that is due at {@code dueNanos}. */
    long wakeUpFor(long dueNanos) {
        long soonestNanos = lastWakeNanos + spacingNanos;
        return dueNanos - soonestNanos > 0 ? dueNanos : soonestNanos;
    }
}
