package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.clients.Admission;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.servlet.web.Exchange;
import dev.weir.throttle.Throttle;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.springframework.stereotype.Component;

/**
 * Writes small bodies that are in memory and need no grant, because neither the client nor the server has a rate limit.
 * Writes them on the request's thread, together with status and fields. The time limit for short answers ({@link
 * dev.weir.servlet.connector.exchange.UnreadAnswers}) applies to them. Thread-safe.
 */
@Component
public final class ShortBodies {
    private final Throttle throttle;

    ShortBodies(Throttle throttle) {
        this.throttle = throttle;
    }

    /**
     * Writes the body if it is small, in memory and without a rate limit. Closes the admission before the write. Does
     * not write over HTTP/2, because the stream's window may be closed.
     *
     * @return whether the body was written
     * @throws IOException when the client has left
     */
    public boolean write(Exchange exchange, Admission admission, Content content) throws IOException {
        if (content.length() > Admission.TAIL_BYTES
                || !content.isInMemory()
                || !(exchange.request().getServletConnection() instanceof WatchedConnection)
                || !throttle.grantsAtOnce(admission.client().share(), content.length())) {
            return false;
        }
        admission.leave();
        ByteBuffer bytes = content.bytes();
        exchange.response().getOutputStream().write(bytes);
        return true;
    }
}
