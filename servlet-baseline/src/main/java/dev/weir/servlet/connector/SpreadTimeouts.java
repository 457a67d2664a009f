package dev.weir.servlet.connector;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.coyote.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends waiting requests that have timed out. The requests are divided into {@link #PARTS} groups, and each call of
 * {@link #look} checks one group.
 *
 * <p>Tomcat checks all requests once a second. If many requests time out in the same second, it ends all of them
 * simultaneously. Their clients then reconnect simultaneously, and delay all other work. This class also checks each
 * request once a second, but spreads the checks over the second.
 *
 * <p>Any thread may call {@link #add} and {@link #remove}. Only one thread at a time may call {@link #look}.
 */
final class SpreadTimeouts {
    private static final Logger log = LoggerFactory.getLogger(SpreadTimeouts.class);

    /** Number of groups. After this many calls of {@link #look}, each request has been checked once. */
    static final int PARTS = 20;

    private final List<Set<Processor>> parts = List.copyOf(Stream.generate(ConcurrentHashMap::<Processor>newKeySet)
            .limit(PARTS)
            .toList());

    private int next;

    void add(Processor waiting) {
        part(waiting).add(waiting);
    }

    void remove(Processor waiting) {
        part(waiting).remove(waiting);
    }

    /** Checks the next group, and ends its requests that have timed out. */
    void look(long nowMillis) {
        Set<Processor> part = parts.get(next);
        next = (next + 1) % PARTS;
        part.forEach(waiting -> end(waiting, nowMillis));
    }

    /** Ends the request if it has timed out. Logs a failure instead of throwing, so that the other checks continue. */
    private static void end(Processor waiting, long nowMillis) {
        try {
            waiting.timeoutAsync(nowMillis);
        } catch (RuntimeException e) {
            log.warn("Could not end a request whose time is over", e);
        }
    }

    private Set<Processor> part(Processor waiting) {
        return parts.get(Math.floorMod(System.identityHashCode(waiting), PARTS));
    }
}
