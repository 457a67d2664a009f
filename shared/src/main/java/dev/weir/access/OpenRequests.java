package dev.weir.access;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the open requests. A request is open until its response has ended. If the access log gets a line for a
 * request, the request stays open until the log has this line. An event stream that has taken over its connection from
 * the framework is not counted. Thread-safe. Never blocks.
 */
public final class OpenRequests {
    private final LongAdder open = new LongAdder();

    public void begin() {
        open.increment();
    }

    public void end() {
        open.decrement();
    }

    public long count() {
        return open.sum();
    }
}
