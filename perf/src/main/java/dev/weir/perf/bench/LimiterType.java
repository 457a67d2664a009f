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

/** What could decide whether bytes may go: each makes a limiter that is full when it is made. */
public enum LimiterType {
    /** The project's bucket as {@code Throttle} uses it, by one writer: for one thread only. */
    WEIR {
        @Override
        Limiter create(long rate, long capacity) {
            long fillNanos = capacity / rate * SECOND.toNanos();
            TokenBucket bucket = new TokenBucket(rate, capacity, System.nanoTime() - fillNanos);
            return bytes -> {
                long nowNanos = System.nanoTime();
                long waitNanos = bucket.nanosUntil(bytes, nowNanos);
                if (waitNanos == 0) {
                    bucket.take(bytes, nowNanos);
                }
                return waitNanos;
            };
        }
    },

    /** The same under a lock, which is how several threads could share it without {@code Throttle}. */
    WEIR_LOCKED {
        @Override
        Limiter create(long rate, long capacity) {
            Limiter unguarded = WEIR.create(rate, capacity);
            Object lock = new Object();
            return bytes -> {
                synchronized (lock) {
                    return unguarded.ask(bytes);
                }
            };
        }
    },

    /** Fills once a period, so its capacity is what one period brings; past the timeout it says no, without a time. */
    RESILIENCE4J {
        @Override
        Limiter create(long rate, long capacity) {
            RateLimiterConfig config = RateLimiterConfig.custom()
                    .limitForPeriod(Math.toIntExact(capacity))
                    .limitRefreshPeriod(SECOND.multipliedBy(capacity / rate))
                    .timeoutDuration(Duration.ZERO) // a longer one would take now what comes later
                    .build();
            return new AtomicRateLimiter("bench", config)::reservePermission;
        }
    },

    /** Its lock-free bucket, at the precision that the others have. */
    BUCKET4J {
        @Override
        Limiter create(long rate, long capacity) {
            Bucket bucket = Bucket.builder()
                    .addLimit(limit -> limit.capacity(capacity).refillGreedy(rate, SECOND))
                    .withNanosecondPrecision()
                    .build();
            return bytes -> {
                ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(bytes);
                return probe.isConsumed() ? 0 : probe.getNanosToWaitForRefill();
            };
        }
    },

    /** Grants whatever is asked and lets the next one pay for it; keeps what one second brings; says no, without a time. */
    GUAVA {
        @Override
        @SuppressWarnings("UnstableApiUsage")
        Limiter create(long rate, long capacity) {
            RateLimiter limiter = RateLimiter.create((double) rate);
            return bytes -> limiter.tryAcquire(bytes, 0, TimeUnit.NANOSECONDS) ? 0 : Limiter.UNKNOWN;
        }
    },

    /** What the article polls; says no, without a time. */
    SEMAPHORE {
        @Override
        Limiter create(long rate, long capacity) {
            return new SemaphoreLimiter(rate, capacity);
        }
    };

    private static final Duration SECOND = Duration.ofSeconds(1);

    /**
     * Makes one.
     *
     * @param rate bytes a second
     * @param capacity in bytes, where the limiter has one; a multiple of the rate, since one of them knows only periods
     */
    abstract Limiter create(long rate, long capacity);

    /** Whether threads may share one. */
    public boolean shareable() {
        return this != WEIR;
    }

    /** Whether its no comes with a time. */
    boolean tellsWait() {
        return this == WEIR || this == WEIR_LOCKED || this == BUCKET4J;
    }

    /** One limit, asked for one decision: may so many bytes go now, and if not, how long until. */
    interface Limiter extends AutoCloseable {
        /** Answer of a limiter that only says no. */
        long UNKNOWN = -1;

        /**
         * Takes {@code bytes} if they are there. Reads the clock itself, if it needs one; never waits.
         *
         * @return 0 when taken, else nanoseconds until they could be, or {@link #UNKNOWN}
         */
        long ask(int bytes);

        /** Ends what fills it. */
        @Override
        default void close() {}
    }

    /** The bucket of the article on throttling: an unfair semaphore, filled ten times a second by a timer for all of them. */
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
