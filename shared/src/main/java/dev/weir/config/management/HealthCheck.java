package dev.weir.config.management;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a slow health check on another thread. Caches the result for half a second. Thread-safe.
 *
 * <p>{@link #holds} waits for a result for at most a second. If there is none by then, {@code holds} returns false. A
 * new check starts only after the previous check has ended. So a check that hangs occupies only one thread.
 */
public final class HealthCheck {
    private static final long FRESH_NANOS = 500_000_000;
    private static final long PATIENCE_MILLIS = 1000;

    private final BooleanSupplier question;
    private final Executor executor;
    private final LongSupplier nanoClock;

    // The lock of this object guards these two fields.
    private @Nullable CompletableFuture<Boolean> asked;

    private long answeredNanos;

    HealthCheck(BooleanSupplier question, Executor executor, LongSupplier nanoClock) {
        this.question = question;
        this.executor = executor;
        this.nanoClock = nanoClock;
    }

    boolean holds() {
        try {
            return ask().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | CompletionException | TimeoutException e) {
            return false;
        }
    }

    private synchronized CompletableFuture<Boolean> ask() {
        CompletableFuture<Boolean> known = asked;
        if (known != null && (!known.isDone() || nanoClock.getAsLong() - answeredNanos < FRESH_NANOS)) {
            return known;
        }
        CompletableFuture<Boolean> anew = new CompletableFuture<>();
        asked = anew;
        try {
            executor.execute(() -> answer(anew));
        } catch (RuntimeException | OutOfMemoryError e) { // no thread
            asked = null;
            anew.complete(false);
        }
        return anew;
    }

    private void answer(CompletableFuture<Boolean> asker) {
        boolean answer = false;
        try {
            answer = question.getAsBoolean();
        } catch (RuntimeException e) {
            // an exception counts as false
        } finally {
            synchronized (this) {
                answeredNanos = nanoClock.getAsLong();
                asker.complete(answer);
            }
        }
    }
}
