package dev.weir.clients;

import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;

/**
 * A client, identified by a configured key or by its remote address. All its downloads share one token bucket.
 *
 * <p>The lock of {@link Clients} guards the counts. Only {@link Throttle} uses the token bucket.
 */
public final class Client {
    private static final Duration REQUEST_PERIOD = Duration.ofSeconds(1);
    /** The upper bound for the time to fill a bucket. Its sum with a clock value does not overflow. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private final String name;
    private volatile Plan plan;
    private final Share share;
    private final RateLimiter requests;
    /** The numbers of open downloads and subscriptions on this node. Any thread may read them. */
    private volatile Uses active = Uses.NONE;
    /** The numbers of open downloads and subscriptions on other nodes, as last reported. */
    private Uses elsewhere = Uses.NONE;
    /**
     * The time from which the table may evict the client. The client's token bucket and request limit are then full, so
     * it gains nothing by coming back as a new client. Valid while the client is idle.
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
     * Changes the plan. Needs the lock of {@link Clients}. The caller must then give the returned share the new
     * limits, with {@link Throttle#change(java.util.List, dev.weir.throttle.ShareLimits)}.
     */
    Share change(Plan changed) {
        plan = changed;
        requests.changeLimitForPeriod(changed.requestsPerSecond());
        return share;
    }

    /** The client's state in the throttle, with the token bucket of its downloads. */
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

    /** Updates {@link #fullNanos} after a request. */
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
