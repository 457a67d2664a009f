package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.clients.Admission;
import dev.weir.throttle.Throttle;
import org.springframework.stereotype.Component;

/**
 * Sends small bodies that are in memory and need no grant, because neither the client nor the server has a rate limit.
 * Sends them on the request's thread, together with status and fields. Thread-safe.
 */
@Component
public final class ShortBodies {
    /** The result of {@link #begin} for any other body. */
    public static final long NOT_BEGUN = -1;

    private final Throttle throttle;

    ShortBodies(Throttle throttle) {
        this.throttle = throttle;
    }

    /**
     * Grants and begins the body if it is small, in memory and without a rate limit. Closes the admission, and sends
     * what the socket has room for. Never blocks. Does nothing over HTTP/2, because the stream's window may be closed.
     *
     * @param wire nothing is written to it yet
     * @return the number of bytes sent, or {@link #NOT_BEGUN}
     */
    public long begin(Wire wire, Admission admission, Content content) {
        if (content.length() > Admission.TAIL_BYTES
                || !content.isInMemory()
                || !wire.passes()
                || !throttle.grantsAtOnce(admission.client().share(), content.length())) {
            return NOT_BEGUN;
        }
        admission.leave();
        long sent = wire.begin();
        throttle.wroteAtOnce(sent);
        return sent;
    }
}
