package dev.weir.bench;

import com.google.common.util.concurrent.RateLimiter;
import dev.weir.throttle.TokenBucket;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The rate limiters to compare: Weir's own and others. Each decides whether a number of bytes may be sent now. */
public enum LimiterType {
    /** Weir's token bucket without a lock. Only one thread may use it. */
    WEIR(LimiterType::unguarded),

    /** Weir's token bucket with a lock. Several threads may share it. */
    WEIR_LOCKED((rate, capacity) -> {
        Limiter unguarded = unguarded(rate, capacity);
        Object lock = new Object();
        return bytes -> {
            synchronized (lock) {
                return unguarded.ask(bytes);
            }
        };
    }),

    /**
     * The limiter of Resilience4j. It allows {@code capacity} bytes in each period of {@code capacity / rate} seconds.
     * A refusal states no waiting time.
     */
    RESILIENCE4J((rate, capacity) -> {
        RateLimiterConfig config = RateLimiterConfig.custom()
                .limitForPeriod(Math.toIntExact(capacity))
                .limitRefreshPeriod(Duration.ofSeconds(capacity / rate))
                .timeoutDuration(Duration.ZERO) // otherwise it would reserve future permits
                .build();
        return new AtomicRateLimiter("bench", config)::reservePermission;
    }),

    /** The lock-free token bucket of Bucket4j, set to nanosecond precision. */
    BUCKET4J((rate, capacity) -> {
        Bucket bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(rate, Duration.ofSeconds(1)))
                .withNanosecondPrecision()
                .build();
        return bytes -> {
            ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(bytes);
            return probe.isConsumed() ? 0 : probe.getNanosToWaitForRefill();
        };
    }),

    /**
     * The limiter of Guava. After a larger grant, it refuses requests for a longer time. A refusal states no waiting
     * time.
     */
    @SuppressWarnings("UnstableApiUsage")
    GUAVA((rate, _) -> {
        RateLimiter limiter = RateLimiter.create((double) rate);
        return bytes -> limiter.tryAcquire(bytes, 0, TimeUnit.NANOSECONDS) ? 0 : Limiter.UNKNOWN;
    }),

    /** A semaphore that a timer refills ten times a second, as in a blog article. A refusal states no waiting time. */
    SEMAPHORE(SemaphoreLimiter::new);

    private final Factory factory;

    LimiterType(Factory factory) {
        this.factory = factory;
    }

    private interface Factory {
        Limiter create(long rate, long capacity);
    }

    private static Limiter unguarded(long rate, long capacity) {
        TokenBucket bucket =
                new TokenBucket(rate, capacity, System.nanoTime() - TimeUnit.SECONDS.toNanos(capacity / rate));
        return bytes -> {
            long nowNanos = System.nanoTime();
            long waitNanos = bucket.nanosUntil(bytes, nowNanos);
            if (waitNanos == 0) {
                bucket.take(bytes, nowNanos);
            }
            return waitNanos;
        };
    }

    Limiter create(long rate, long capacity) {
        return factory.create(rate, capacity);
    }

    public boolean shareable() {
        return this != WEIR;
    }

    interface Limiter extends AutoCloseable {
        long UNKNOWN = -1;

        /** Takes the tokens and returns 0. If too few are left, returns the nanoseconds to wait or {@link #UNKNOWN}. */
        long ask(int bytes);

        @Override
        default void close() {}
    }

    static final class SemaphoreLimiter implements Limiter {
        private static final int FILLS_A_SECOND = 10;

        private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(
                task -> Thread.ofPlatform().daemon().name("fill").unstarted(task));

        private final long rate;
        private final long capacity;
        private final Semaphore available;
        private final Future<?> filling;

        SemaphoreLimiter(long rate, long capacity) {
            this.rate = rate;
            this.capacity = capacity;
            this.available = new Semaphore(Math.toIntExact(capacity), false);
            this.filling = TIMER.scheduleAtFixedRate(this::fill, 0, 1000 / FILLS_A_SECOND, TimeUnit.MILLISECONDS);
        }

        private void fill() {
            long missing = capacity - available.availablePermits();
            available.release((int) Math.min(rate / FILLS_A_SECOND, missing));
        }

        @Override
        public long ask(int bytes) {
            return available.tryAcquire(bytes) ? 0 : UNKNOWN;
        }

        @Override
        public void close() {
            filling.cancel(false);
        }
    }
}
