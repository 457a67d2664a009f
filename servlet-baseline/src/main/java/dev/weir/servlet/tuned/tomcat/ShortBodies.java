package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.clients.Admission;
import dev.weir.throttle.Throttle;
import org.springframework.stereotype.Component;

/**
 * Sends small bodies that are in memory, if neither the client nor the server has a rate limit. Sends status, fields
 * and body in one write on the request's thread. Thread-safe.
 */
@Component
public final class ShortBodies {
    /** Returned by {@link #begin} for any other body, of which it has sent nothing. */
    public static final long NOT_BEGUN = -1;

    private final Throttle throttle;

    ShortBodies(Throttle throttle) {
        this.throttle = throttle;
    }

    /**
     * Grants and begins the body if it is small, in memory and without a rate limit. Closes the admission, and sends as
     * many bytes as the socket has room for. Never blocks. Does nothing over HTTP/2, where the stream's window may be
     * closed.
     *
     * @param wire the wire, to which nothing has been written yet
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
