package dev.weir.perf.load;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Blocks the calling thread until a condition holds, a future is done, or an instant is reached. */
public final class Waiting {
    public interface Condition<E extends Exception> {
        boolean holds() throws E, InterruptedException;
    }

    /** Tests the condition every 20 ms until it holds. Returns false if it does not hold within {@code patience}. */
    public static <E extends Exception> boolean holds(Duration patience, Condition<E> condition)
            throws E, InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - endNanos > 0) {
                return false;
            }
            Thread.sleep(Duration.ofMillis(20));
        }
        return true;
    }

    public static <T> T await(String what, Future<T> future, Duration patience) throws InterruptedException {
        try {
            return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(what + " failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(what + " did not end within " + patience.toSeconds() + " s", e);
        }
    }

    public static void until(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }
}
