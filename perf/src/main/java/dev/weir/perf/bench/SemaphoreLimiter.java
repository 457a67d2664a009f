package dev.weir.perf.bench;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The bucket of the article on throttling: an unfair semaphore, filled ten times a second by a timer for all of them. */
final class SemaphoreLimiter implements Limiter {
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
