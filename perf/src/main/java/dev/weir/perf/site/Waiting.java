package dev.weir.perf.site;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits in bounded time, on the calling thread. */
public final class Waiting {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private Waiting() {}

    /** Something that can be looked at. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E, InterruptedException;
    }

    /** Looks again and again; whether it came to hold in time. */
    public static <E extends Exception> boolean holds(Duration patience, Condition<E> condition)
            throws E, InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - endNanos > 0) {
                return false;
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        return true;
    }

    /**
     * Waits for a result.
     *
     * @throws IllegalStateException when there is none in time
     */
    public static <T> T await(CompletableFuture<T> future, Duration patience) throws InterruptedException {
        try {
            return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("it did not end: " + e.getMessage(), e);
        }
    }

    /** Sleeps until an instant on the clock of {@link System#nanoTime()}. */
    public static void until(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }
}
