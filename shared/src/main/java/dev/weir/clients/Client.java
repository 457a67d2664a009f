package dev.weir.clients;

import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;

/**
 * Who pays for bandwidth: a configured key, or a remote address. All its connections share its bucket.
 *
 * <p>Counts are guarded by {@link Clients}; the bucket belongs to {@link Throttle}.
 */
public final class Client {
    private static final Duration REQUEST_PERIOD = Duration.ofSeconds(1);
    /** For ever, and still comparable with any time before. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private final String name;
    private volatile Plan plan;
    private final Share share;
    private final RateLimiter requests;
    /** What is open now of each {@link Use}; nothing exactly while the client is idle. */
    private final Uses active = new Uses();
    /** While idle: when its bucket and its requests are full again for certain, so forgetting it gives nothing away. */
    private long fullNanos;

    Client(String name, Plan plan, Share share, long nowNanos) {
        this.name = name;
        this.plan = plan;
        this.share = share;
        this.fullNanos = nowNanos; // it has taken nothing yet
        this.requests = RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(plan.requestsPerSecond())
                        .limitRefreshPeriod(REQUEST_PERIOD)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    /** For people: never the key itself. */
    public String name() {
        return name;
    }

    public Plan plan() {
        return plan;
    }

    /** Under the table's lock; what is returned is changed by {@link Throttle}. */
    Share change(Plan changed) {
        plan = changed;
        requests.changeLimitForPeriod(changed.requestsPerSecond());
        return share;
    }

    /** Pays for its downloads. */
    public Share share() {
        return share;
    }

    int active(Use use) {
        return active.of(use);
    }

    boolean isIdle() {
        return active.isNone();
    }

    /** Whether the plan admits one more request in this second; if so, it is counted. */
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

    /** It may have taken something: when it will have all that it can. */
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
