package dev.weir.perf.bench;

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

/** The contenders that decide whether bytes may go. Each makes a limiter that is full at first. */
public enum LimiterType {
    /** The project's bucket as {@code Throttle} uses it: for one thread only. */
    WEIR(LimiterType::unguarded),

    /** The project's bucket under a lock, as several threads could share it without {@code Throttle}. */
    WEIR_LOCKED((rate, capacity) -> {
        Limiter unguarded = unguarded(rate, capacity);
        Object lock = new Object();
        return bytes -> {
            synchronized (lock) {
                return unguarded.ask(bytes);
            }
        };
    }),

    /** Fills once a period, so its capacity is the fill of one period. Refuses after the timeout, without a wait. */
    RESILIENCE4J((rate, capacity) -> {
        RateLimiterConfig config = RateLimiterConfig.custom()
                .limitForPeriod(Math.toIntExact(capacity))
                .limitRefreshPeriod(Duration.ofSeconds(capacity / rate))
                .timeoutDuration(Duration.ZERO) // a longer one would take future permits
                .build();
        return new AtomicRateLimiter("bench", config)::reservePermission;
    }),

    /** The library's lock-free bucket, at the precision of the others. */
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

    /** Grants any size and lets the next caller pay for it. Its capacity is the fill of a second. Refuses without a wait. */
    @SuppressWarnings("UnstableApiUsage")
    GUAVA((rate, _) -> {
        RateLimiter limiter = RateLimiter.create((double) rate);
        return bytes -> limiter.tryAcquire(bytes, 0, TimeUnit.NANOSECONDS) ? 0 : Limiter.UNKNOWN;
    }),

    /** The article polls this one. It refuses without a wait. */
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

    /**
     * Makes a limiter.
     *
     * @param rate bytes a second
     * @param capacity bytes, a multiple of the rate because one limiter knows only periods; not every limiter uses it
     */
    Limiter create(long rate, long capacity) {
        return factory.create(rate, capacity);
    }

    /** Whether threads may share a limiter. */
    public boolean shareable() {
        return this != WEIR;
    }

    /** Whether a refusal tells the wait. */
    boolean tellsWait() {
        return this == WEIR || this == WEIR_LOCKED || this == BUCKET4J;
    }

    /** Decides whether bytes may go now, and if not, when. */
    interface Limiter extends AutoCloseable {
        /** The answer of a limiter that refuses without a wait. */
        long UNKNOWN = -1;

        /**
         * Takes {@code bytes} if there are as many. Reads the clock itself if it needs one, and never waits.
         *
         * @return 0 when it took them, else nanoseconds until it could, or {@link #UNKNOWN}
         */
        long ask(int bytes);

        /** Stops its refill. */
        @Override
        default void close() {}
    }

    /** The bucket of the article on throttling: an unfair semaphore, which one timer for all fills ten times a second. */
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
