package dev.weir.throttle;

import dev.weir.throttle.ShareLimits.Part;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates and changes the limits of the clients' token buckets, and of the bucket that all clients share. Used only by
 * tasks of the throttle's {@link SerialExecutor}, except for {@link #share} and {@link #areOff}.
 */
final class Limits {
    private final Shaper shaper;
    private final Spacing spacing;
    private final Chunk.Time chunkTime;
    private final AtomicLong shares = new AtomicLong();
    /** Holds the limits of the bucket of all clients, and the part of these limits that this process may use. */
    private final Share global;

    private volatile boolean off;

    Limits(TokenBucket global, Shaper shaper, Spacing spacing, Chunk.Time chunkTime) {
        this.shaper = shaper;
        this.spacing = spacing;
        this.chunkTime = chunkTime;
        this.global = new Share(-1, global, new ShareLimits(global.rate(), global.capacity(), 1));
        spacing.keepUp(global.rate(), global.capacity());
        off = global.rate() == 0;
    }

    /** Returns whether all clients together have no rate limit. Any thread may call this method. */
    boolean areOff() {
        return off;
    }

    /** Creates the state of a new client. The client's token bucket starts empty. Thread-safe. */
    Share share(ShareLimits limits, long nowNanos) {
        TokenBucket bucket = new TokenBucket(limits.rate(), limits.capacity(), nowNanos);
        Share share = new Share(shares.getAndIncrement(), bucket, limits);
        share.weight = limits.of(Part.ALL, chunkTime.usual()).weight();
        share.publish(0, nowNanos); // outside the serial executor, as no other thread knows the share yet
        return share;
    }

    void changeGlobal(ShareLimits limits, long nowNanos) {
        limitGlobal(limits, global.part, nowNanos);
    }

    void limitGlobalTo(Part part, long nowNanos) {
        limitGlobal(global.limits, part, nowNanos);
    }

    private void limitGlobal(ShareLimits limits, Part part, long nowNanos) {
        ShareLimits own = global.limit(limits, part, chunkTime.usual());
        off = own.rate() == 0;
        spacing.keepUp(own.rate(), own.capacity());
        shaper.changeGlobal(own.rate(), own.capacity(), nowNanos);
    }

    void change(Share share, ShareLimits limits, long nowNanos) {
        limit(share, limits, share.part, nowNanos);
    }

    void limitTo(Share share, Part part, long nowNanos) {
        limit(share, share.limits, part, nowNanos);
    }

    private void limit(Share share, ShareLimits limits, Part part, long nowNanos) {
        ShareLimits own = share.limit(limits, part, chunkTime.usual());
        shaper.change(share, own.rate(), own.capacity(), own.weight(), nowNanos);
        share.publish(0, nowNanos);
    }
}
