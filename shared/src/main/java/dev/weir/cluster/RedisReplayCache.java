package dev.weir.cluster;

import dev.weir.soap.wssecurity.Freshness;
import dev.weir.soap.wssecurity.ReplayGuard;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replay cache that all nodes share. A message that several nodes receive is new on one of them only.
 *
 * <p>It fails closed. If Redis does not answer in time, the verdict is {@link ReplayGuard.Verdict#UNKNOWN}. Redis may
 * have stored the message, and then refuses it when it is sent again.
 *
 * <p>Redis may forget messages when it restarts. So messages that were created before its last start are refused.
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

    /**
     * Makes the cache. Whenever the link connects, it stores the time of Redis's start, so that a message created later
     * is accepted.
     */
    public RedisReplayCache(RedisLink link) {
        this.link = link;
        link.onConnect(() -> {
            var _ = SCRIPT.<String>run(link, ScriptOutputType.VALUE, List.of(START));
        });
    }

    @Override
    public Verdict add(String content, Freshness.Validity validity, Instant now) {
        Duration remembered = Duration.between(now, validity.until()).plus(CLOCKS_DIFFER);
        try {
            return Verdict.valueOf(SCRIPT.<String>run(
                            link,
                            ScriptOutputType.VALUE,
                            List.of(START, "soap:seen:" + content),
                            Long.toString(validity.created().toEpochMilli()),
                            Long.toString(remembered.toMillis()))
                    .join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RedisCommandExecutionException refusal) { // for example, its memory is full
                log.warn("Redis at {} remembers no SOAP message: {}", link.place(), refusal.getMessage());
            }
            return Verdict.UNKNOWN;
        }
    }

    @Override
    public Instant since(Instant started) {
        return Instant.MIN;
    }
}
