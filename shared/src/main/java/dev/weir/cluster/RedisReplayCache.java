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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replay cache that all nodes share. A message that several nodes receive is new on one of them only.
 *
 * <p>It fails closed. If Redis does not answer in time, the verdict is {@link ReplayGuard.Verdict#UNKNOWN}. Redis may
 * have stored the message, and then refuses it when it is sent again.
 *
 * <p>Redis may forget messages when it restarts. So messages that were created before its last start are refused. A
 * message may be dated {@link Freshness#AHEAD} after the time when it was accepted. So for that time after the start, the
 * verdict on all messages is {@code UNKNOWN}, unless Redis started for the first time.
 *
 * <p>Thread-safe. A call waits for Redis, at most for {@link RedisLink#PATIENCE} a command, so an event loop must not
 * make it.
 */
public final class RedisReplayCache implements ReplayGuard {
    private static final RedisScript SCRIPT = RedisScript.of("replay.lua");
    private static final String START = "soap:start";
    /**
     * The largest difference between the clocks of two nodes. A message is remembered longer by this, because a slow
     * clock still accepts it when a fast one does not.
     */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(RedisReplayCache.class);

    private final RedisLink link;
    /** The name of the first start of Redis that this node has seen. If Redis has another start, it may have lost data. */
    private volatile String seen = "";

    /**
     * Makes the cache. Whenever the link connects, it stores the time of Redis's start, so that the time in which messages
     * are refused does not begin with the first message.
     */
    public RedisReplayCache(RedisLink link) {
        this.link = link;
        link.onConnect(() -> {
            var _ = run(List.of(START)).thenAccept(start -> seen = seen.isEmpty() ? start : seen);
        });
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
                log.warn("Redis at {} remembers no SOAP message: {}", link.place(), refusal.getMessage());
            }
            return Verdict.UNKNOWN;
        }
    }

    private CompletableFuture<String> run(List<String> keys, long... message) {
        List<String> arguments = new ArrayList<>(List.of(seen, Long.toString(Freshness.AHEAD.toMillis())));
        Arrays.stream(message).mapToObj(Long::toString).forEach(arguments::add);
        return SCRIPT.run(link, ScriptOutputType.VALUE, keys, arguments.toArray(String[]::new));
    }

    @Override
    public Instant since(Instant started) {
        return Instant.MIN;
    }
}
