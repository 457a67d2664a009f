package dev.weir.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls Redis in each periodic check of the {@link RedisLink}. Polls do not overlap. If a check comes during a poll,
 * another poll begins when the running poll ends. A failed poll does not stop later polls.
 */
final class RedisPoll {
    private static final Logger log = LoggerFactory.getLogger(RedisPoll.class);

    private final RedisLink link;
    private final String what;
    private final Supplier<CompletionStage<?>> look;

    /** 0 if no poll runs. Otherwise 1, plus the number of periodic checks that have come during the poll. */
    private final AtomicInteger looks = new AtomicInteger();
    /** Whether the last poll failed although Redis answered. Used to log a lasting failure only once. */
    private volatile boolean failing;

    /**
     * @param what a plural noun for log messages: the things that the polls read
     * @param look begins a poll on the timer thread of {@code link}, and must not block
     */
    RedisPoll(RedisLink link, String what, Supplier<CompletionStage<?>> look) {
        this.link = link;
        this.what = what;
        this.look = look;
    }

    void begin() {
        link.timer().onLook(this::poll);
    }

    private void poll() {
        if (looks.getAndIncrement() > 0) {
            return;
        }
        CompletionStage<?> looked = CompletableFuture.completedStage(null);
        try {
            looked = look.get();
        } catch (RuntimeException e) {
            looked = CompletableFuture.failedStage(e);
        } finally { // allows the next poll even after an error, or this process would never see a change again
            looked.whenComplete((_, failure) -> {
                boolean missedALook = looks.getAndSet(0) > 1;
                ended(failure instanceof CompletionException ? failure.getCause() : failure);
                if (missedALook) {
                    link.timer().later(this::poll, 0);
                }
            });
        }
    }

    private void ended(@Nullable Throwable failure) {
        boolean isGone = failure instanceof RedisGoneException || failure instanceof TimeoutException;
        if (isGone) {
            log.debug("the {} on Redis are not read now", what, failure);
        } else if (failure != null && !failing) {
            log.warn("the {} on Redis could not be read or applied; they are read again soon", what, failure);
        }
        failing = failure != null && !isGone;
    }
}
