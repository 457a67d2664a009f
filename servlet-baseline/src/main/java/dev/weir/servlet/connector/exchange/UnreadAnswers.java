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
 * <p>A page, a problem or the answer to a poll is written on a thread of the connector, which waits when the client's
 * socket or window is full. Tomcat's time-out is of one step of that: a client that takes a byte at a time renews it for
 * ever. Here all that an answer waits for has {@link #PATIENCE}, and as soon as a request waits for a thread or a
 * connection for its place, {@link #WHILE_OTHERS_WAIT}: until then whoever reads slowly harms nobody. A thread of another
 * kind for these ends would save the model {@code async} alone; {@code blocking} is a thread of the pool by definition.
 *
 * <p>Downloads, event streams and the listing have limits of their own, and say so.
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

    /** Looks once. On one thread at a time; waits for nothing. */
    public void sweep(long nowNanos, boolean othersWait) {
        long mostNanos = (othersWait ? WHILE_OTHERS_WAIT : PATIENCE).toNanos();
        written.forEach(answer -> answer.endIfLate(nowNanos, mostNanos));
    }
}
