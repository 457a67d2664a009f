package dev.weir.servlet.connector.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Response;
import org.jspecify.annotations.Nullable;

/**
 * Breaks off answers that their clients do not read, so that strangers cannot keep the connector's threads.
 *
 * <p>A thread of the connector writes a page, a problem or the answer to a poll. It waits while the client's socket or
 * window is full. Tomcat's time-out starts again with each byte that the client takes, so a client that takes a byte now and
 * then would keep the thread for ever. Here all waits of one answer together may take {@link #PATIENCE}. They may take only
 * {@link #WHILE_OTHERS_WAIT} as soon as a request waits for a thread, or a connection to be accepted.
 *
 * <p>Downloads, event streams and the listing have limits of their own.
 */
public final class UnreadAnswers {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration WHILE_OTHERS_WAIT = Duration.ofSeconds(2);

    private final Set<WatchedAnswer> written = ConcurrentHashMap.newKeySet();

    /** Watches all answers of a connection of HTTP/1.1. */
    public void watch(AbstractProcessor connection) {
        WatchedAnswer.install(written, connection);
    }

    /** Watches an answer that begins. */
    public @Nullable WatchedAnswer watch(Response response) {
        return WatchedAnswer.of(written, response);
    }

    /** Breaks off the answers whose time is over. Never waits. Only one thread at a time may call it. */
    public void sweep(long nowNanos, boolean othersWait) {
        long mostNanos = (othersWait ? WHILE_OTHERS_WAIT : PATIENCE).toNanos();
        written.forEach(answer -> answer.endIfLate(nowNanos, mostNanos));
    }
}
