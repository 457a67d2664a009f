package dev.weir.clients;

import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;

/**
 * A client that pays for bandwidth, known by a configured key or by its remote address. All its connections share one
 * bucket.
 *
 * <p>{@link Clients} guards the counts. {@link Throttle} owns the bucket.
 */
public final class Client {
    private static final Duration REQUEST_PERIOD = Duration.ofSeconds(1);
    /** Practically for ever, and still comparable with any earlier time. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private final String name;
    private volatile Plan plan;
    private final Share share;
    private final RateLimiter requests;
    /** The places that the client uses now. Empty exactly while the client is idle. */
    private final Uses active = new Uses();
    /**
     * While idle: the instant at which bucket and request limit are certainly full, so forgetting the client gives it
     * nothing.
     */
    private long fullNanos;

    Client(String name, Plan plan, Share share, long nowNanos) {
        this.name = name;
        this.plan = plan;
        this.share = share;
        this.fullNanos = nowNanos; // because it has taken nothing yet
        this.requests = RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(plan.requestsPerSecond())
                        .limitRefreshPeriod(REQUEST_PERIOD)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    /** A name for logs and people. Never the key itself. */
    public String name() {
        return name;
    }

    public Plan plan() {
        return plan;
    }

    /** Changes the plan, under the lock of {@link Clients}. {@link Throttle} must then change the returned share. */
    Share change(Plan changed) {
        plan = changed;
        requests.changeLimitForPeriod(changed.requestsPerSecond());
        return share;
    }

    /** The share of the throttle that pays for the client's downloads. */
    public Share share() {
        return share;
    }

    int active(Use use) {
        return active.of(use);
    }

    boolean isIdle() {
        return active.isNone();
    }

    /** Whether the plan admits one more request in this second. If so, the request is counted. */
    boolean admitsRequest() {
        return requests.acquirePermission();
    }

    void entered(Use use) {
        active.add(use, 1);
    }

    void left(Use use, long nowNanos) {
        active.add(use, -1);
        asked(nowNanos);
    }

    /** Moves {@link #fullNanos}, because the client may have taken something now. */
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
