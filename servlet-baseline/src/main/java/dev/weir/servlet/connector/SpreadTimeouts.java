package dev.weir.servlet.connector;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.coyote.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends waiting requests whose time is over. Each call checks one part of the requests.
 *
 * <p>Tomcat checks all requests once a second. If many requests time out in the same second, it ends all of them at
 * the same moment. Their clients then reconnect at the same moment, and delay all other work. This class also checks
 * each request once a second, but spreads the checks over the second.
 *
 * <p>Any thread may call {@link #add} and {@link #remove}. Only one thread at a time may call {@link #look}.
 */
final class SpreadTimeouts {
    private static final Logger log = LoggerFactory.getLogger(SpreadTimeouts.class);

    /** Number of parts. This many calls of {@link #look} check each request once. */
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

    /** Checks the next part, and ends its requests whose time is over. */
    void look(long nowMillis) {
        Set<Processor> part = parts.get(next);
        next = (next + 1) % PARTS;
        part.forEach(waiting -> end(waiting, nowMillis));
    }

    /** Ends one request. Logs a failure, so that the checks of other requests and later calls go on. */
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
