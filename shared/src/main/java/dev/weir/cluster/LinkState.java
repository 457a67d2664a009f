package dev.weir.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of the link to Redis: up if Redis answers, or down with a reason. Logs each change. Thread-safe. */
final class LinkState {
    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);

    private static final long LONGEST_SILENCE_NANOS = Duration.ofSeconds(5).toNanos();

    private final String place;
    private final LongSupplier nanoClock;
    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
    private volatile boolean up;
    private volatile String failure = "no answer";

    /** The time of the last {@code PING} reply or connect. Only the timer thread of {@link RedisLink} writes it. */
    private volatile long heardNanos;

    /** @param place the host and port of Redis, for log messages */
    LinkState(String place, LongSupplier nanoClock) {
        this.place = place;
        this.nanoClock = nanoClock;
    }

    boolean isUp() {
        return up;
    }

    void up() {
        heardNanos = nanoClock.getAsLong();
        if (!up) {
            up = true;
            answered.complete(true);
            log.info("Redis at {} answers", place);
        }
    }

    /** Handles a command's timeout. Sets the state to down if no {@code PING} was answered since {@code sentNanos}. */
    void unanswered(long sentNanos) {
        if (heardNanos - sentNanos < 0) {
            down("no answer in " + RedisLink.PATIENCE.toMillis() + " ms");
        }
    }

    /** Returns whether Redis has been silent for more than 5 seconds. The link should then reconnect. */
    boolean isSilent() {
        return nanoClock.getAsLong() - heardNanos > LONGEST_SILENCE_NANOS;
    }

    void down(@Nullable Throwable cause) {
        down(reason(cause));
    }

    void down(String reason) {
        failure = reason;
        if (up) {
            up = false;
            log.warn("Redis at {} does not answer: {}", place, reason);
        }
    }

    /** Sets the state to down without a log message. */
    void close() {
        up = false;
    }

    /**
     * Returns the message of the innermost exception. The message of an outer exception may contain
     * the URI with the password.
     */
    private static String reason(@Nullable Throwable refusal) {
        Throwable cause = refusal;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == null || cause.getMessage() == null ? "no answer" : cause.getMessage();
    }

    /**
     * Blocks until Redis has answered for the first time.
     *
     * @throws IllegalStateException with the reason, if Redis does not answer within {@code most}
     */
    void awaitUp(Duration most) {
        try {
            answered.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IllegalStateException(place + " did not answer in " + most.toSeconds() + " s: " + failure, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + place, e);
        }
    }
}
