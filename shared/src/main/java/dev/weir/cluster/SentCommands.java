package dev.weir.cluster;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to Redis, and fails each command that is not answered in time. One timer serves all commands, because
 * a timer for each command would cost more CPU time. Thread-safe, but only one thread may call {@link #end}.
 *
 * <p>If Redis answers a command, the command's future completes on a thread of Lettuce. After a timeout, the future
 * completes on a new virtual thread. So slow code that depends on the future delays neither the timer nor another
 * command.
 */
final class SentCommands {
    private static final Executor LATE = Thread.ofVirtual().name("weir-redis-late")::start;

    private static final class Sent {
        private final long nanos;
        /**
         * The command's future. Null after the command has ended: the future refers to the command, and would keep a
         * large command in memory.
         */
        private volatile @Nullable CompletableFuture<?> unanswered;

        Sent(CompletableFuture<?> reply, long nanos) {
            this.unanswered = reply;
            this.nanos = nanos;
        }
    }

    private final LinkState state;
    private final LongSupplier nanoClock;
    private final Executor late;
    /** The sent commands, the oldest first. {@link #end} removes those that are answered or timed out. */
    private final Queue<Sent> queue = new ConcurrentLinkedQueue<>();

    SentCommands(LinkState state, LongSupplier nanoClock) {
        this(state, nanoClock, LATE);
    }

    /** @param late completes the futures of timed-out commands, and so also runs the callbacks of these futures */
    SentCommands(LinkState state, LongSupplier nanoClock, Executor late) {
        this.state = state;
        this.nanoClock = nanoClock;
        this.late = late;
    }

    /** Sends a command once. Tells {@link LinkState} of the reply or failure before the returned future completes. */
    <T> CompletableFuture<T> send(
            StatefulRedisConnection<String, String> open,
            Function<RedisAsyncCommands<String, String>, RedisFuture<T>> command) {
        long sentNanos = nanoClock.getAsLong();
        try {
            CompletableFuture<T> reply = command.apply(open.async()).toCompletableFuture();
            Sent sent = new Sent(reply, sentNanos);
            queue.add(sent);
            return reply.whenComplete((_, refusal) -> {
                sent.unanswered = null;
                ended(sentNanos, refusal);
            });
        } catch (RedisException e) {
            ended(sentNanos, e);
            return CompletableFuture.failedFuture(e);
        }
    }

    private void ended(long sentNanos, @Nullable Throwable refusal) {
        if (refusal == null || refusal instanceof RedisNoScriptException) { // RedisScript then sends the whole script
            state.answered(sentNanos);
        } else {
            state.failed(sentNanos, refusal);
        }
    }

    /**
     * Fails each command that has been unanswered for more than {@code patience}. Its future completes on a new thread.
     * Removes ended commands from the queue. If a thread cannot be started, this method throws an error. The next call
     * tries again.
     */
    void end(Duration patience) {
        long beforeNanos = nanoClock.getAsLong() - patience.toNanos();
        Sent oldest = queue.peek();
        while (oldest != null && (oldest.unanswered == null || oldest.nanos - beforeNanos < 0)) {
            CompletableFuture<?> unanswered = oldest.unanswered;
            if (unanswered != null) {
                late.execute(() -> unanswered.completeExceptionally(new TimeoutException()));
            }
            queue.remove(); // after the thread has started, because that may fail
            oldest = queue.peek();
        }
    }
}
