package dev.weir.servlet.connector;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.coyote.Processor;

/**
 * Looks for waiting requests whose time is over, a part of them at a time.
 *
 * <p>Tomcat looks at all of them once a second. Requests that a crowd keeps waiting then end in the same moment, and the
 * crowd returns in the same moment: with 5,000 slow bodies, both cores were busy for 300 ms of every second. Here each
 * request is looked at once a second too, but not all at the same time.
 *
 * <p>Thread-safe; {@link #look} is called by one thread.
 */
final class SpreadTimeouts {
    /** How many looks it takes to have looked at each. */
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

    /** Ends those of the next part whose time is over. */
    void look(long nowMillis) {
        Set<Processor> part = parts.get(next);
        next = (next + 1) % PARTS;
        part.forEach(waiting -> waiting.timeoutAsync(nowMillis));
    }

    private Set<Processor> part(Processor waiting) {
        return parts.get(Math.floorMod(System.identityHashCode(waiting), PARTS));
    }
}
