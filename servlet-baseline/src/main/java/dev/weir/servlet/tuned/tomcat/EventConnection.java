package dev.weir.servlet.tuned.tomcat;

import dev.weir.servlet.connector.exchange.WatchedAnswer;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.time.Duration;

/** The connection of a stream of events, which ends with it. */
public final class EventConnection {
    /** The kernel keeps at most this for a stalled client; Linux doubles it. Events are small. */
    private static final int SEND_BUFFER_BYTES = 32 * 1024;

    private EventConnection() {}

    /**
     * Prepares it.
     *
     * @param stallLimit for how long a write that blocks waits for the client
     */
    public static void prepare(ServletRequest request, Duration stallLimit) throws IOException {
        WatchedAnswer.hasOwnLimit(request);
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            connection.socket().setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
            connection.writeTimeout().accept(stallLimit);
        }
    }
}
