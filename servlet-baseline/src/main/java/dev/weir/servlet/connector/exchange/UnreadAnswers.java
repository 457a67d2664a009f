package dev.weir.servlet.connector.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Response;
import org.jspecify.annotations.Nullable;

/**
 * Aborts responses whose clients do not read. Such clients could otherwise occupy all threads, because Tomcat's own
 * write time-out restarts with each byte that a client reads.
 *
 * <p>A counter of time grows during a write, and falls at the same speed between two writes, but not below 0. The
 * response is aborted if the counter reaches {@link #PATIENCE}, or {@link #WHILE_OTHERS_WAIT} while the connector is
 * full. Downloads, event streams and listings have other limits.
 */
public final class UnreadAnswers {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration WHILE_OTHERS_WAIT = Duration.ofSeconds(2);

    private final Set<WatchedAnswer> written = ConcurrentHashMap.newKeySet();

    /** Starts to watch all responses of an HTTP/1.1 connection. */
    public void watch(AbstractProcessor connection) {
        WatchedAnswer.install(written, connection);
    }

    /**
     * Starts to watch one response. Returns the object that measures its writes, or null if the response does not come
     * from Tomcat's connector.
     */
    public @Nullable WatchedAnswer watch(Response response) {
        return WatchedAnswer.of(written, response);
    }

    /**
     * Aborts responses whose writes have blocked for too long. Never blocks. Only one thread at a time may call this
     * method.
     *
     * @param nowNanos the current {@link System#nanoTime}
     * @param othersWait whether the connector is full
     */
    public void sweep(long nowNanos, boolean othersWait) {
        long mostNanos = (othersWait ? WHILE_OTHERS_WAIT : PATIENCE).toNanos();
        written.forEach(answer -> answer.endIfLate(nowNanos, mostNanos));
    }
}
