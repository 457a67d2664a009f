package dev.weir.clients;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.throttle.Share;
import dev.weir.throttle.Throttle;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A client of the server, identified by an API key or by its address. All downloads of the client share one token
 * bucket.
 *
 * <p>Any thread may call the public methods. Code that changes the client must hold the lock of {@link Clients}.
 */
public final class Client {
    /**
     * The state of a client, for the management endpoint.
     *
     * @param active the number of open downloads
     * @param waiting the number of downloads that wait until the rate limit lets them send
     * @param granted the number of bytes that the rate limit let the client send, minus the bytes that its downloads
     *     gave back
     */
    public record Status(String name, String plan, int active, int waiting, long granted) {}

    private static final Duration REQUEST_PERIOD = Duration.ofSeconds(1);
    /** The longest time to fill a token bucket, in nanoseconds. Its sum with a clock value does not overflow. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private final String name;
    private volatile Plan plan;
    /** The plan whose limits the throttle has. Null after a change of the plan, until {@link #limit} is called. */
    private volatile @Nullable Plan limited;

    private final Share share;
    private final RateLimiter requests;
    /** Ends the client's requests when its API key is revoked. Null for a client without an API key. */
    private final @Nullable EndTasks revocation;
    /** The numbers of open downloads and subscriptions in this process. Any thread may read them. */
    private volatile Uses active = Uses.NONE;
    /** The numbers of open downloads and subscriptions in the other server processes, as last reported. */
    private Uses elsewhere = Uses.NONE;
    /**
     * The time, by the monotonic clock, at which the token bucket will be full and no past request will count against
     * the limits. The server may then forget the client. Valid only while the client has no open download or
     * subscription.
     */
    private long fullNanos;

    Client(String name, Plan plan, Share share, @Nullable EndTasks revocation, long nowNanos) {
        this.name = name;
        this.plan = plan;
        this.limited = plan;
        this.share = share;
        this.revocation = revocation;
        this.fullNanos = nowNanos; // the server may forget a new client at once, because nothing is lost
        this.requests = RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(plan.requestsPerSecond())
                        .limitRefreshPeriod(REQUEST_PERIOD)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    /** Returns the client's name for logs and for the management endpoint. This name is never the API key. */
    public String name() {
        return name;
    }

    public Plan plan() {
        return plan;
    }

    /**
     * Changes the plan and returns the client's {@link Share}. The caller must hold the lock of {@link Clients}, and
     * must then pass the share to {@link Throttle#change(java.util.List, dev.weir.throttle.ShareLimits)}.
     */
    Share change(Plan changed) {
        plan = changed;
        limited = null; // after the plan: a limit() on another thread that missed the new plan repeats its loop
        requests.changeLimitForPeriod(changed.requestsPerSecond());
        return share;
    }

    /**
     * Passes the limits of the client's plan to the throttle, unless the throttle already has them. Takes no lock.
     *
     * <p>If another thread changes the plan at the same time, this method passes the new limits last. So the throttle
     * keeps the new limits.
     */
    void limit(Throttle throttle) {
        for (Plan now = plan; !now.equals(limited); now = plan) {
            throttle.change(List.of(share), now.limits());
            limited = now;
        }
    }

    /** Returns the client's token bucket and waiting downloads. */
    public Share share() {
        return share;
    }

    /** Returns how many requests of this kind the client has open in this process. Takes no lock. */
    public int active(Use use) {
        return active.of(use);
    }

    /** Returns how many requests of this kind are open in this process and, as last reported, in the others. */
    int everywhere(Use use) {
        return active.of(use) + elsewhere.of(use);
    }

    void elsewhere(int downloads, int subscriptions) {
        elsewhere = new Uses(downloads, subscriptions);
    }

    Status status() {
        return new Status(name, plan.name(), active.of(Use.DOWNLOAD), share.waitingDownloads(), share.grantedBytes());
    }

    /** Throws a {@link RefusedException} if the client's key is revoked. */
    void check() {
        if (isRevoked()) {
            throw new RefusedException(Problem.UNKNOWN_KEY);
        }
    }

    /** Returns whether the client's key is revoked. If the key is added again, it belongs to a new {@code Client}. */
    public boolean isRevoked() {
        return revocation != null && revocation.hasBegun();
    }

    boolean hasKey() {
        return revocation != null;
    }

    /**
     * Registers a task that ends one download or subscription when the client's key is revoked. Returns a task that
     * ends this registration ({@link Admission#onCutOff}).
     */
    Runnable onRevoke(Runnable end) {
        return revocation == null ? () -> {} : revocation.add(end);
    }

    /**
     * Ends all open downloads and subscriptions of this client. Call this after the client was removed from the table.
     *
     * @param executor runs the tasks that end the downloads and subscriptions
     */
    void revoke(Executor executor) {
        if (revocation != null) {
            var _ = revocation.run(executor);
        }
    }

    boolean isIdle() {
        return active.equals(Uses.NONE);
    }

    /** Counts one request and returns true, or returns false if it would exceed the limit of requests per second. */
    boolean admitsRequest() {
        return admitsRequests(1);
    }

    /**
     * Counts several requests and returns true, or returns false if they would exceed the limit of requests per second.
     */
    boolean admitsRequests(int count) {
        return requests.acquirePermission(count);
    }

    void entered(Use use) {
        active = active.plus(use, 1);
    }

    void left(Use use, long nowNanos) {
        active = active.plus(use, -1);
        asked(nowNanos);
    }

    /** Updates {@link #fullNanos} after the client has made a request. */
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
