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

/** The state of the link to Redis: up if Redis answers, or down with a reason. Logs each change. Thread-safe. */
public final class LinkState {
    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);

    private static final String LATE = "no answer in " + RedisLink.PATIENCE.toMillis() + " ms";
    private static final long LONGEST_SILENCE_NANOS = Duration.ofSeconds(5).toNanos();
    /** Even if Redis answers other commands, a {@code PING} is due once in this number of looks. */
    private static final int LOOKS_A_PING = 3;

    private final String place;
    private final LongSupplier nanoClock;
    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
    private volatile boolean up;
    private volatile LinkFailure failure = LinkFailure.of(null);

    private final AtomicInteger connects = new AtomicInteger();
    private final LongAdder failures = new LongAdder();
    private volatile LongConsumer replyTimes = _ -> {};

    /** The time of the last connect or reply. */
    private volatile long heardNanos;

    private volatile boolean answeredAgain;
    private volatile boolean refusedAgain;
    /** Whether the last reply to a {@code PING} was late. Used only on the timer thread of {@link RedisLink}. */
    private boolean wasLate;
    /** The looks since the last {@code PING} was due. Only the timer thread of {@link RedisLink} uses it. */
    private int looks;

    /** @param place the host and port of Redis, for log messages */
    LinkState(String place, LongSupplier nanoClock) {
        this.place = place;
        this.nanoClock = nanoClock;
    }

    public boolean isUp() {
        return up;
    }

    /** Notes a connect. The state is up only after the answer to the {@code PING} that follows. */
    void connected() {
        connects.incrementAndGet();
        heardNanos = nanoClock.getAsLong();
    }

    /** Returns the number of connects so far. */
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

    /** Notes that Redis has run a command. Does not set the state to up, because the reply may be late. */
    void answered(long sentNanos) {
        long nowNanos = nanoClock.getAsLong();
        heardNanos = nowNanos;
        answeredAgain = true;
        replyTimes.accept(nowNanos - sentNanos);
    }

    /**
     * Returns whether a {@code PING} is due in this look of {@link RedisLink}, which must call this once.
     * <ul>
     * <li>It is due if Redis has run no command since the last look, or has refused one.
     * <li>It is due at least once in {@link #LOOKS_A_PING} looks. A Redis that cannot write to its disk, or that loads
     *     its file, refuses {@code PING} and still runs some other commands.
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
     * Counts a command that Redis refused or did not answer. Sets the state to down if the command timed out and Redis
     * has answered no command since {@code sentNanos}.
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
     * Handles the reply to a {@code PING}, or its failure. The second reply in a row that comes after {@link
     * RedisLink#PATIENCE} counts as none: if Redis is that slow, other commands fail. The first one may be late because
     * of a pause of this process. Runs on the timer thread of {@link RedisLink}.
     *
     * @param failure why there is no reply, or null
     * @return whether the state is up
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

    /** Returns whether the state is down after more than 5 seconds of silence. The link should then connect again. */
    boolean isSilent() {
        return !up && nanoClock.getAsLong() - heardNanos > LONGEST_SILENCE_NANOS;
    }

    /** Returns the number of commands that Redis refused or did not answer. */
    public long failures() {
        return failures.sum();
    }

    /** Sets the receiver of the time between each command and its reply, in nanoseconds. It must not block. */
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

    /** Says what Redis does while the state is down. Of the words of Redis, it contains only the code of an error. */
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
