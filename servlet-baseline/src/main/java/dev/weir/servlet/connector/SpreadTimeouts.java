package dev.weir.servlet.connector;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.coyote.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for waiting requests whose time is over, a part of them at a time.
 *
 * <p>Tomcat looks at all of them once a second. When many clients let their requests time out, it ends all these requests at
 * the same moment. The clients then reconnect at the same moment, and for a large part of each second the CPUs do nothing
 * else. Here each request is looked at once a second too, but not all of them at the same time.
 *
 * <p>Any thread may call {@link #add} and {@link #remove}. Only one thread at a time may call {@link #look}.
 */
final class SpreadTimeouts {
    private static final Logger log = LoggerFactory.getLogger(SpreadTimeouts.class);

    /** The number of calls of {@link #look} that together look at each request once. */
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

    /** Ends the requests of the next part whose time is over. */
    void look(long nowMillis) {
        Set<Processor> part = parts.get(next);
        next = (next + 1) % PARTS;
        part.forEach(waiting -> end(waiting, nowMillis));
    }

    /** Logs a request that cannot be ended. The look goes on with the other requests, and so does the schedule. */
    private static void end(Processor waiting, long nowMillis) {
        try {
            waiting.timeoutAsync(nowMillis);
        } catch (RuntimeException e) {
            log.warn("could not end a request whose time is over", e);
        }
    }

    private Set<Processor> part(Processor waiting) {
        return parts.get(Math.floorMod(System.identityHashCode(waiting), PARTS));
    }
}
