package dev.weir.cluster;

import dev.weir.soap.wssecurity.Freshness;
import dev.weir.soap.wssecurity.ReplayGuard;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers SOAP messages on Redis, so that all server processes together accept each message only once. Thread-safe.
 * {@link #add} may block for more than a second ({@link RedisLink#PATIENCE}), so an event loop must not call it.
 * <ul>
 * <li>If Redis does not answer in time, the message is not accepted: {@link #add} returns {@code UNKNOWN}. A second
 *     attempt may be refused as a replay, because Redis may have stored the message.
 * <li>Redis may lose messages in a restart. So messages created before the last start of Redis are refused.
 * <li>If a sender's clock is ahead, a lost message may have a time of creation after the restart. So messages created
 *     within {@link Freshness#AHEAD} after a restart are refused, too.
 * <li>A durable Redis keeps the messages in a restart. So its restart causes no refusals. If its data is gone
 *     nevertheless, the rules above apply.
 * </ul>
 */
public final class RedisReplayCache implements ReplayGuard {
    private static final RedisScript SCRIPT = RedisScript.of("replay.lua");
    private static final String START = "soap:start";
    /**
     * The largest expected difference between the clocks of two server processes. Redis remembers a message for this
     * time after the message has expired, because a process whose clock is behind may still accept the message.
     */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(RedisReplayCache.class);
    /**
     * After Redis has refused to store its start time, the cache waits for this number of answered {@code PING}s (one
     * every 0.3 to 0.9 s). The {@code PING} after them starts the next attempt.
     */
    private static final int PAUSE = 5;

    private final RedisLink link;
    private final boolean durable;
    /**
     * The identifier that Redis's data had when this process first asked for it. Empty until then. A restart changes
     * the identifier, unless Redis is durable and still has its data. Each command sends this field to Redis. If the
     * identifier on Redis is a different one, Redis may have lost messages.
     */
    private volatile String seen = "";
    /**
     * The latest connection on which this cache has made sure that the start time of Redis is stored. The value is the
     * connection's number ({@link LinkState#connects}).
     */
    private volatile int greeted;
    /** How many answered {@code PING}s the cache still waits for. See {@link #PAUSE}. */
    private final AtomicInteger pause = new AtomicInteger();

    /**
     * Creates the cache. The first connect after a start of Redis stores the current time on Redis as the start time.
     * Messages created before the start time are refused. A durable Redis keeps its first start time. If Redis refuses
     * to store the start time, the cache tries again after a few seconds.
     *
     * @param durable whether Redis never loses an acknowledged write
     */
    public RedisReplayCache(RedisLink link, boolean durable) {
        this.link = link;
        this.durable = durable;
        link.onPing(this::greet);
    }

    private void greet() {
        int connects = link.state().connects();
        if (greeted == connects) {
            return;
        }
        if (pause.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return;
        }
        var _ = run(List.of(START)).whenComplete((start, refusal) -> {
            if (refusal == null) {
                seen = seen.isEmpty() ? start : seen;
                greeted = connects;
            } else {
                pause.set(PAUSE);
                warn(refusal);
            }
        });
    }

    private void warn(Throwable refusal) {
        log.warn(
                "Redis at {} remembers no SOAP message: {}",
                link.place(),
                LinkFailure.of(refusal).text());
    }

    @Override
    public Verdict add(String content, Freshness.Validity validity, Instant now) {
        Duration remembered = Duration.between(now, validity.until()).plus(CLOCKS_DIFFER);
        try {
            return Verdict.valueOf(run(
                            List.of(START, "soap:seen:" + content),
                            validity.created().toEpochMilli(),
                            remembered.toMillis())
                    .join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RedisCommandExecutionException refusal) { // for example, its memory is full
                warn(refusal);
            }
            return Verdict.UNKNOWN;
        }
    }

    private CompletableFuture<String> run(List<String> keys, long... message) {
        List<String> arguments =
                new ArrayList<>(List.of(seen, Long.toString(Freshness.AHEAD.toMillis()), durable ? "1" : "0"));
        Arrays.stream(message).mapToObj(Long::toString).forEach(arguments::add);
        return SCRIPT.run(link, ScriptOutputType.VALUE, keys, arguments.toArray(String[]::new));
    }

    @Override
    public Instant since(Instant started) {
        return Instant.MIN;
    }
}
