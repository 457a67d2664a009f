package dev.weir.servlet.connector.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Response;
import org.jspecify.annotations.Nullable;

/**
 * Aborts responses that their clients do not read, so that an attacker cannot occupy the connector's threads. Tomcat's
 * own time-out restarts with each byte that the client reads.
 *
 * <p>The writes of one response may block for {@link #PATIENCE} in total, or for {@link #WHILE_OTHERS_WAIT} while the
 * connector has no free connection or thread. The time between two writes is deducted from the total. Downloads, event
 * streams and listings have their own limits.
 */
public final class UnreadAnswers {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration WHILE_OTHERS_WAIT = Duration.ofSeconds(2);

    private final Set<WatchedAnswer> written = ConcurrentHashMap.newKeySet();

    /** Watches all responses of an HTTP/1.1 connection. */
    public void watch(AbstractProcessor connection) {
        WatchedAnswer.install(written, connection);
    }

    /** Watches a response that begins. Returns null if the response does not belong to Tomcat's connector. */
    public @Nullable WatchedAnswer watch(Response response) {
        return WatchedAnswer.of(written, response);
    }

    /**
     * Aborts the responses that have exceeded the limit. Never blocks. Only one thread at a time may call this method.
     */
    public void sweep(long nowNanos, boolean othersWait) {
        long mostNanos = (othersWait ? WHILE_OTHERS_WAIT : PATIENCE).toNanos();
        written.forEach(answer -> answer.endIfLate(nowNanos, mostNanos));
    }
}
