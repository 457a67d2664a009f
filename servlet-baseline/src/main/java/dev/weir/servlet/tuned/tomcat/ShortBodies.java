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
 * Writes bodies that are small and in memory, and that have no limit, as any other short answer: on the request's thread,
 * and together with status and fields. If the client does not read, the time for short answers ends the write. Thread-safe.
 */
@Component
public final class ShortBodies {
    private final Throttle throttle;

    ShortBodies(Throttle throttle) {
        this.throttle = throttle;
    }

    /**
     * Writes the body if it is such a body, and gives the place back before. An HTTP/2 stream is not written to here, since
     * its window may be closed.
     *
     * @return whether it has written the body
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
