package dev.weir.throttle;

import java.time.Duration;

/**
 * How far apart wake-ups keep, so that each serves a batch.
 *
 * <p>A wake-up costs more than a grant does, so a few are worth waiting for; too many at once would hold up an event
 * loop. However few there are to serve, the distance stays below a part of the time in which the fastest bucket that
 * anybody ever waited for fills for one grant: being late by that costs no throughput, see {@link TokenBucket#keepFor}.
 *
 * <p>Not thread-safe: one writer, {@link Throttle}.
 */
final class Spacing {
    /** Closer together, they would cost a core more than what they grant. */
    private static final long LEAST_NANOS = Duration.ofMillis(1).toNanos();

    /** Late by no more than one of so many parts. */
    private static final int PARTS = 16;

    /** Grants that a wake-up shall serve, where so many become due in time. */
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

    /** From now on in time for the grants of a client with this bucket; one without a limit never waits. */
    void keepUp(TokenBucket bucket) {
        keepUp(bucket.rate(), Chunk.bytes(bucket, chunkTime));
    }

    /** From now on in time for a bucket that fills to so many bytes. */
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

    /** The next wake-up is as far from this one as a batch takes to become due, going by what came since the last. */
    void woke(long nowNanos) {
        long batchNanos = (nowNanos - lastWakeNanos) / Math.max(1, grants) * BATCH;
        spacingNanos = Math.clamp(batchNanos, LEAST_NANOS, mostNanos);
        lastWakeNanos = nowNanos;
        grants = 0;
    }

    /** When to wake up for what is due at {@code dueNanos}. */
    long wakeUpFor(long dueNanos) {
        long soonestNanos = lastWakeNanos + spacingNanos;
        return dueNanos - soonestNanos > 0 ? dueNanos : soonestNanos;
    }
}
