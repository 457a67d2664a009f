package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.clients.Admission;
import dev.weir.throttle.Throttle;
import org.springframework.stereotype.Component;

/**
 * Sends the status, the header fields and a body in one write, if the body is small, in memory and has no rate limit.
 * Thread-safe.
 */
@Component
public final class ShortBodies {
    /** The result of {@link #begin} if it has sent nothing. The caller must then send the body in another way. */
    public static final long NOT_BEGUN = -1;

    private final Throttle throttle;

    ShortBodies(Throttle throttle) {
        this.throttle = throttle;
    }

    /**
     * Ends the admission, then sends the body as far as the socket accepts it. The body must be small, in memory and
     * without a rate limit. Never blocks. Over HTTP/2, does nothing.
     *
     * @return the number of body bytes sent, or {@link #NOT_BEGUN}
     */
    public long begin(Wire wire, Admission admission, Content content) {
        if (content.length() > Admission.TAIL_BYTES
                || !content.isInMemory()
                || !wire.passes()
                || !throttle.grantsAtOnce(admission.client().share(), content.length())) {
            return NOT_BEGUN;
        }
        admission.all(content.length());
        long sent = wire.begin();
        throttle.wroteAtOnce(sent);
        return sent;
    }
}
