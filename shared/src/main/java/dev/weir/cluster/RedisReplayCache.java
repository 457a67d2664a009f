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
 * The replay cache that all nodes share. If several nodes receive the same message, only one of them accepts it.
 * Thread-safe. {@link #add} blocks at most for {@link RedisLink#PATIENCE} per command, so an event loop must not call
 * it.
 * <ul>
 * <li>It fails closed. If Redis does not answer in time, the verdict is {@link ReplayGuard.Verdict#UNKNOWN}. If Redis
 * has stored the message nevertheless, a second attempt is refused as a replay.
 * <li>Redis may lose messages in a restart. So messages created before the last start of Redis are refused.
 * <li>A lost message may also have a creation time after the start, because a sender's clock may be ahead by {@link
 * Freshness#AHEAD}. So after a restart, messages created less than this time after the start are {@code UNKNOWN}.
 * </ul>
 */
public final class RedisReplayCache implements ReplayGuard {
    private static final RedisScript SCRIPT = RedisScript.of("replay.lua");
    private static final String START = "soap:start";
    /**
     * The largest expected difference between the clocks of two nodes. Redis keeps a message longer by this time,
     * because a node with a slow clock still accepts it.
     */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(RedisReplayCache.class);

    private final RedisLink link;
    /**
     * The first start of Redis that this node has seen. A different start means that Redis has restarted and may have
     * lost data.
     */
    private volatile String seen = "";

    /**
     * Creates the cache. Each connect makes Redis record its start time. If the first message did so, that message
     * would be older than the recorded time and be refused.
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
