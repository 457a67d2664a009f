package dev.weir.throttle;

import java.time.Duration;

/**
 * Keeps a distance between wake-ups of the throttle, so that each serves a batch of grants.
 *
 * <p>A wake-up costs more than a grant, so it pays to wait until several are due. Too many at once would hold up an
 * event loop. The distance has an upper bound even when few grants are due: a sixteenth of the time that the fastest
 * bucket so far needs to fill for one grant. Such a delay costs no throughput, see {@link TokenBucket#keepFor}.
 *
 * <p>Not thread-safe: only the throttle's writer calls it.
 */
final class Spacing {
    /** Wake-ups closer together than this would use more CPU than the grants they make. */
    private static final long LEAST_NANOS = Duration.ofMillis(1).toNanos();

    /** A grant is late by at most one of so many parts of the time in which its bucket fills. */
    private static final int PARTS = 16;

    /** Grants that one wake-up should make, if so many become due in time. */
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

    /** Shortens the distance if this bucket needs it. A client without a limit never waits, so it needs none. */
    void keepUp(TokenBucket bucket) {
        keepUp(bucket.rate(), Chunk.bytes(bucket, chunkTime));
    }

    /** Shortens the distance if a bucket that fills {@code bytes} at {@code rate} needs it. */
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

    /** Sets the distance to the next wake-up: the time in which a batch becomes due, at the pace since the last one. */
    void woke(long nowNanos) {
        long batchNanos = (nowNanos - lastWakeNanos) / Math.max(1, grants) * BATCH;
        spacingNanos = Math.clamp(batchNanos, LEAST_NANOS, mostNanos);
        lastWakeNanos = nowNanos;
        grants = 0;
    }

    /** The instant of the wake-up for a grant that is due at {@code dueNanos}. */
    long wakeUpFor(long dueNanos) {
        long soonestNanos = lastWakeNanos + spacingNanos;
        return dueNanos - soonestNanos > 0 ? dueNanos : soonestNanos;
    }
}
