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
 * The replay cache for SOAP messages that all nodes share. If several nodes receive the same message, only one of them
 * accepts it.
 *
 * <p>The cache fails closed. If Redis does not answer in time, the verdict is {@link ReplayGuard.Verdict#UNKNOWN}. If
 * Redis has stored the message nevertheless, the same message is refused as a replay when the client sends it again.
 *
 * <p>Redis may lose messages when it restarts. So the cache refuses messages that were created before the last start of
 * Redis. A server accepts a message whose creation time is up to {@link Freshness#AHEAD} in the future. So Redis may
 * also have lost messages that were created in this period after its start. The verdict on messages that were created
 * in this period is {@code UNKNOWN}, unless Redis has started for the first time.
 *
 * <p>Thread-safe. {@link #add} blocks until Redis answers, so an event loop must not call it. {@link
 * RedisLink#PATIENCE} bounds the time of each command.
 */
public final class RedisReplayCache implements ReplayGuard {
    private static final RedisScript SCRIPT = RedisScript.of("replay.lua");
    private static final String START = "soap:start";
    /**
     * The largest expected difference between the clocks of two nodes. Redis keeps a message for this time beyond its
     * validity, because a node with a slow clock still accepts the message.
     */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(RedisReplayCache.class);

    private final RedisLink link;
    /**
     * The identifier of the Redis start that this node has seen first. If Redis reports another identifier, it has
     * restarted and may have lost data.
     */
    private volatile String seen = "";

    /**
     * Creates the cache. Each time the link connects, the cache makes Redis record its start time. Otherwise Redis
     * would record it with the first message, and the period in which messages are refused would begin too late.
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
