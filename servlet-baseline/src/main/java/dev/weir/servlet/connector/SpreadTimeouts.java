package dev.weir.servlet.connector;

import dev.weir.servlet.connector.http2.ReplacedStreams;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.coyote.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends waiting requests that have timed out. Each call of {@link #look} checks one of {@link #PARTS} groups of
 * requests. Tomcat itself checks all requests at once, so all clients that have timed out would reconnect at the same
 * moment.
 *
 * <p>Any thread may call {@link #add} and {@link #remove}. Only one thread at a time may call {@link #look}.
 */
final class SpreadTimeouts {
    private static final Logger log = LoggerFactory.getLogger(SpreadTimeouts.class);

    static final int PARTS = 20;

    private final List<Set<Processor>> parts = List.copyOf(Stream.generate(ConcurrentHashMap::<Processor>newKeySet)
            .limit(PARTS)
            .toList());

    private final ReplacedStreams replaced;
    private int next;

    /** @param forget removes a request from those that wait, as Tomcat does when it ends one */
    SpreadTimeouts(Consumer<Processor> forget) {
        this.replaced = new ReplacedStreams(waiting -> part(waiting).contains(waiting), forget);
    }

    void add(Processor waiting) {
        part(waiting).add(waiting);
    }

    void remove(Processor waiting) {
        part(waiting).remove(waiting);
    }

    void look(long nowMillis) {
        Set<Processor> part = parts.get(next);
        next = (next + 1) % PARTS;
        part.forEach(waiting -> end(waiting, nowMillis));
    }

    /**
     * Ends a waiting request if it has timed out, or if Tomcat has reset its HTTP/2 stream. Logs a failure instead of
     * throwing it, so that the other requests are still checked.
     */
    private void end(Processor waiting, long nowMillis) {
        try {
            waiting.timeoutAsync(nowMillis);
            replaced.endIfReplaced(waiting);
        } catch (RuntimeException e) {
            log.warn("Could not end a request that has timed out or was reset", e);
        }
    }

    private Set<Processor> part(Processor waiting) {
        return parts.get(Math.floorMod(System.identityHashCode(waiting), PARTS));
    }
}
