package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.clients.Admission;
import dev.weir.throttle.Throttle;
import org.springframework.stereotype.Component;

/**
 * Sends the status, the header fields and a small body in one write, if the body is in memory and has no rate limit.
 * Thread-safe.
 */
@Component
public final class ShortBodies {
    /** The result of {@link #begin} if that method has not begun the body. */
    public static final long NOT_BEGUN = -1;

    private final Throttle throttle;

    ShortBodies(Throttle throttle) {
        this.throttle = throttle;
    }

    /**
     * Begins the body if it is small, in memory and without a rate limit, and closes the admission. Never blocks. Does
     * nothing over HTTP/2, where the stream's window may be closed.
     *
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
