package dev.weir.clients;

import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;

/**
 * A client, identified by a configured key or by its remote address. All its connections share one token bucket.
 *
 * <p>The lock of {@link Clients} guards the counts. Only {@link Throttle} uses the bucket.
 */
public final class Client {
    private static final Duration REQUEST_PERIOD = Duration.ofSeconds(1);
    /** The upper bound of the time in which a bucket fills. It is so low that the sum with a time does not overflow. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private final String name;
    private volatile Plan plan;
    private final Share share;
    private final RateLimiter requests;
    /** The open downloads and subscriptions. A client without any is idle. Any thread may read it. */
    private volatile Uses active = Uses.NONE;
    /** The open downloads and subscriptions on other nodes, as far as this node knows. */
    private Uses elsewhere = Uses.NONE;
    /**
     * The time from which the client may be removed from the table. Its bucket and its request limit are full then. So
     * the client gains nothing if it is removed and comes back as a new client. Valid while the client is idle.
     */
    private long fullNanos;

    Client(String name, Plan plan, Share share, long nowNanos) {
        this.name = name;
        this.plan = plan;
        this.share = share;
        this.fullNanos = nowNanos; // a new client has not taken anything
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
     * Changes the plan and returns the client's share. The caller must hold the lock of {@link Clients}, and must then
     * change the limits of the share with {@link Throttle#change(java.util.List, dev.weir.throttle.ShareLimits)}.
     */
    Share change(Plan changed) {
        plan = changed;
        requests.changeLimitForPeriod(changed.requestsPerSecond());
        return share;
    }

    /** The client's share of the throttle. The client's downloads use its bucket. */
    public Share share() {
        return share;
    }

    int active(Use use) {
        return active.of(use);
    }

    /** Returns the number of open downloads or subscriptions on this node and, as far as it knows, on others. */
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

    /** Returns whether the plan admits one more request in this second. An admitted request counts. */
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

    /** Updates {@link #fullNanos} after a request, which may have taken from the bucket or from the request limit. */
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
