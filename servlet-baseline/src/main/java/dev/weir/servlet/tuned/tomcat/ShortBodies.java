package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.clients.Admission;
import dev.weir.throttle.Throttle;
import org.springframework.stereotype.Component;

/**
 * Sends the status, the header fields and a body in one write, if the body is small and in memory, and no rate limit
 * makes it wait. Thread-safe.
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
     * Ends the admission, so that the request no longer counts against the client's limits. Then sends the status, the
     * header fields and as much of the body as the socket accepts. Never blocks.
     *
     * <p>Does nothing if the body is large or not in memory, or if the throttle does not grant all of it now
     * ({@link Throttle#grantsAtOnce}). Also does nothing if the response must pass through Tomcat's output stream, for
     * example over HTTP/2.
     *
     * @return the number of body bytes sent, or {@link #NOT_BEGUN} if this method has done nothing
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
