package dev.weir.throttle;

import java.time.Duration;

/**
 * Sets the minimum time between two wake-ups of the {@link Throttle}, so that each wake-up makes several grants
 * (permissions to send). A wake-up costs more than a grant. Used only by tasks of the throttle's
 * {@link SerialExecutor}.
 *
 * <p>Too many grants in one wake-up would occupy an event loop for too long. So the minimum time has an upper limit:
 * 1/16 of the time in which the fastest bucket receives one {@link Chunk}, but at least 1 ms. A delayed grant costs no
 * throughput, because {@link TokenBucket#keepFor} preserves the tokens.
 */
final class Spacing {
    private static final long LEAST_NANOS = Duration.ofMillis(1).toNanos();

    /**
     * A wake-up may be delayed by the time in which the fastest token bucket receives one {@link Chunk}, divided by
     * this number. A delay of up to 1 ms is always allowed.
     */
    private static final int PARTS = 16;

    /** The desired number of grants (permissions to send) per wake-up of the throttle. */
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

    /** Lowers the maximum delay of a wake-up if it is too long for {@code bucket} ({@link #keepUp(long, long)}). */
    void keepUp(TokenBucket bucket) {
        keepUp(bucket.rate(), Chunk.bytes(bucket, chunkTime));
    }

    /**
     * Lowers the maximum delay of a wake-up for a bucket. The new maximum is 1 / {@link #PARTS} of the time in which
     * the bucket receives {@code bytes}, but at least 1 ms. Changes nothing if the maximum is lower already.
     *
     * @param rate the rate of the bucket in bytes a second; 0 means no limit and changes nothing
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
     * Records a wake-up. Sets the minimum time until the next wake-up to the time in which about {@link #BATCH} grants
     * (permissions to send) become due. Assumes that grants stay as frequent as they were since the previous wake-up.
     */
    void woke(long nowNanos) {
        long batchNanos = (nowNanos - lastWakeNanos) / Math.max(1, grants) * BATCH;
        spacingNanos = Math.clamp(batchNanos, LEAST_NANOS, mostNanos);
        lastWakeNanos = nowNanos;
        grants = 0;
    }

    /** Returns the time for the next wake-up: {@code dueNanos}, or later to keep the minimum time between wake-ups. */
    long wakeUpFor(long dueNanos) {
        long soonestNanos = lastWakeNanos + spacingNanos;
        return dueNanos - soonestNanos > 0 ? dueNanos : soonestNanos;
    }
}
