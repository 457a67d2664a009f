package dev.weir.clients;

import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;

/**
 * A client, identified by a configured key or by its remote address. All downloads of a client share one token bucket.
 *
 * <p>The lock of {@link Clients} guards the counts of downloads and subscriptions. Only {@link Throttle} uses the token
 * bucket.
 */
public final class Client {
    private static final Duration REQUEST_PERIOD = Duration.ofSeconds(1);
    /**
     * The upper bound of the time in which a bucket fills. With this bound, the sum of a clock value and the time does
     * not overflow.
     */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private final String name;
    private volatile Plan plan;
    private final Share share;
    private final RateLimiter requests;
    /** The number of open downloads and subscriptions on this node. Any thread may read it. */
    private volatile Uses active = Uses.NONE;
    /** The number of open downloads and subscriptions on other nodes, from their last reports. */
    private Uses elsewhere = Uses.NONE;
    /**
     * The time from which the table may evict the client. At this time, the token bucket and the request limit are
     * full, so the client gains nothing if it is evicted and comes back as a new client. Valid while the client is
     * idle.
     */
    private long fullNanos;

    Client(String name, Plan plan, Share share, long nowNanos) {
        this.name = name;
        this.plan = plan;
        this.share = share;
        this.fullNanos = nowNanos; // a new client's token bucket is full
        this.requests = RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(plan.requestsPerSecond())
                        .limitRefreshPeriod(REQUEST_PERIOD)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    /** The client's name in logs and in the management endpoint. It is never the key. */
    public String name() {
        return name;
    }

    public Plan plan() {
        return plan;
    }

    /**
     * Changes the plan and returns the client's share. The caller must hold the lock of {@link Clients}. It must then
     * give the share the new limits with {@link Throttle#change(java.util.List, dev.weir.throttle.ShareLimits)}.
     */
    Share change(Plan changed) {
        plan = changed;
        requests.changeLimitForPeriod(changed.requestsPerSecond());
        return share;
    }

    /** The client's entry in the throttle. It contains the token bucket that the client's downloads use. */
    public Share share() {
        return share;
    }

    int active(Use use) {
        return active.of(use);
    }

    /** Returns the number of open downloads or subscriptions on all nodes, as far as this node knows. */
    int everywhere(Use use) {
        return active.of(use) + elsewhere.of(use);
    }

    void elsewhere(int downloads, int subscriptions) {
        elsewhere = new Uses(downloads, subscriptions);
    }

    Clients.Status status() {
        return new Clients.Status(
                name, plan.name(), active.of(Use.DOWNLOAD), share.waitingDownloads(), share.grantedBytes());
    }

    boolean isIdle() {
        return active.equals(Uses.NONE);
    }

    /** Counts a request and returns true if the plan admits one more in this second. Otherwise returns false. */
    boolean admitsRequest() {
        return requests.acquirePermission();
    }

    void entered(Use use) {
        active = active.plus(use, 1);
    }

    void left(Use use, long nowNanos) {
        active = active.plus(use, -1);
        asked(nowNanos);
    }

    /** Updates {@link #fullNanos} after a request, which may have taken tokens or a permit of the request limit. */
    void asked(long nowNanos) {
        fullNanos = nowNanos + nanosToFill();
    }

    long fullNanos() {
        return fullNanos;
    }

    private long nanosToFill() {
        double bucket = plan.rate() == 0 ? 0 : Math.ceil(plan.capacity() * 1e9 / plan.rate());
        return Math.clamp((long) bucket, REQUEST_PERIOD.toNanos(), LONGEST_NANOS);
    }
}
