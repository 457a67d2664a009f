package dev.weir.access;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the open requests. A request is open until its response has ended and any line for it is in the access log. An
 * event stream does not count if it has taken over its connection. Thread-safe. Never blocks.
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
