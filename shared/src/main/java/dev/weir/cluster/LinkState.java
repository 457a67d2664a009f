package dev.weir.cluster;

import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of the connection to Redis: up if Redis answers, or down with a reason. Logs each change. Thread-safe. */
public final class LinkState {
    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);

    private static final String LATE = "no answer in " + RedisLink.PATIENCE.toMillis() + " ms";
    private static final long LONGEST_SILENCE_NANOS = Duration.ofSeconds(5).toNanos();
    /** At least one of this many successive checks sends a {@code PING}, even if Redis answers other commands. */
    private static final int LOOKS_A_PING = 3;

    private final String place;
    private final LongSupplier nanoClock;
    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
    private volatile boolean up;
    private volatile LinkFailure failure = LinkFailure.of(null);

    private final AtomicInteger connects = new AtomicInteger();
    private final LongAdder failures = new LongAdder();
    private volatile LongConsumer replyTimes = _ -> {};

    /** The time of the last connect, or of the last reply from Redis if that was later. */
    private volatile long heardNanos;

    private volatile boolean answeredAgain;
    private volatile boolean refusedAgain;
    /** Whether Redis answered the last {@code PING} too late. Used only on the timer thread of {@link RedisLink}. */
    private boolean wasLate;
    /** The number of checks since a {@code PING} was last due. Used only on the timer thread of {@link RedisLink}. */
    private int looks;

    /** @param place the host and port of Redis, for log messages */
    LinkState(String place, LongSupplier nanoClock) {
        this.place = place;
        this.nanoClock = nanoClock;
    }

    public boolean isUp() {
        return up;
    }

    /** Records that a connection was opened. The state becomes up only when Redis answers the next {@code PING}. */
    void connected() {
        connects.incrementAndGet();
        heardNanos = nanoClock.getAsLong();
    }

    /** Returns the number of connections to Redis that this process has opened so far. */
    int connects() {
        return connects.get();
    }

    private void up() {
        if (!up) {
            up = true;
            answered.complete(true);
            log.info("Redis at {} answers", place);
        }
    }

    /** Records that Redis has run a command. Does not set the state to up. Only a timely reply to a PING does that. */
    void answered(long sentNanos) {
        long nowNanos = nanoClock.getAsLong();
        heardNanos = nowNanos;
        answeredAgain = true;
        replyTimes.accept(nowNanos - sentNanos);
    }

    /**
     * Returns whether a {@code PING} must be sent now. {@link RedisLink} calls this once in each periodic check.
     * Replies to other commands do not prove that Redis works. While Redis loads its data or cannot write to its disk,
     * it runs some commands, but refuses {@code PING}. A {@code PING} is due in these cases:
     * <ul>
     * <li>The state is down.
     * <li>Since the last check, Redis has run no command, has refused a command, or has answered a {@code PING} late.
     * <li>This is the third check ({@link #LOOKS_A_PING}) since a {@code PING} was last due.
     * </ul>
     */
    boolean isPingDue() {
        looks++;
        boolean isDue = !up || !answeredAgain || refusedAgain || looks >= LOOKS_A_PING;
        answeredAgain = false;
        refusedAgain = false;
        looks = isDue ? 0 : looks;
        return isDue;
    }

    /**
     * Counts a command that Redis refused or did not answer, or that could not be sent. Sets the state to down if the
     * command timed out and Redis has sent no reply at all since {@code sentNanos}, when the command was sent.
     */
    void failed(long sentNanos, Throwable failure) {
        failures.increment();
        if (failure instanceof RedisCommandExecutionException) {
            refusedAgain = true;
            heardNanos = nanoClock.getAsLong(); // the connection works, so a new one would not help
        }
        if (failure instanceof TimeoutException && heardNanos - sentNanos < 0) {
            down(LATE);
        }
    }

    /**
     * Handles the reply to a {@code PING}, or its failure. A reply is late after {@link RedisLink#PATIENCE}, the
     * time-out of other commands. Two late replies in a row set the state to down. A single late reply is ignored,
     * because a pause of this process may have caused it. Runs on the timer thread of {@link RedisLink}.
     *
     * @param failure why there is no reply, or null
     * @return whether the state is up after this call
     */
    boolean pinged(long sentNanos, @Nullable Throwable failure) {
        if (failure != null) {
            down(failure);
        } else if (nanoClock.getAsLong() - sentNanos <= RedisLink.PATIENCE.toNanos()) {
            wasLate = false;
            up();
        } else if (wasLate || !up) {
            down(LATE);
        } else {
            wasLate = true;
            refusedAgain = true; // so a PING is due in the next look
        }
        return up;
    }

    /** Returns whether the state is down and Redis has sent nothing for 5 seconds. The link should then reconnect. */
    boolean isSilent() {
        return !up && nanoClock.getAsLong() - heardNanos > LONGEST_SILENCE_NANOS;
    }

    /** Returns the number of commands that Redis refused or did not answer, or that could not be sent. */
    public long failures() {
        return failures.sum();
    }

    /** Sets the receiver of response times, in nanoseconds from a command to its reply. The receiver must not block. */
    public void onReply(LongConsumer receiver) {
        replyTimes = receiver;
    }

    void down(@Nullable Throwable cause) {
        down(LinkFailure.of(cause));
    }

    void down(String reason) {
        down(new LinkFailure(reason, null));
    }

    private void down(LinkFailure reason) {
        failure = reason;
        if (up) {
            up = false;
            log.warn("Redis at {} is not usable: {}", place, reason.text());
        }
    }

    /** Returns why Redis cannot be used: "does not answer", or "refuses commands with" and the error code. */
    public String trouble() {
        String code = failure.code();
        return code == null ? "does not answer" : "refuses commands with " + code;
    }

    /** Sets the state to down without a log message. */
    void close() {
        up = false;
    }

    /**
     * Blocks until Redis has answered a {@code PING} for the first time.
     *
     * @throws IllegalStateException with the reason, if Redis does not answer within {@code most}
     */
    void awaitUp(Duration most) {
        try {
            answered.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IllegalStateException(
                    place + " was not usable within " + most.toSeconds() + " s: " + failure.text(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + place, e);
        }
    }
}
