package dev.weir.servlet.tuned.tomcat;

import dev.weir.servlet.connector.exchange.WatchedAnswer;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.time.Duration;

/** Limits the send buffer of a connection that carries an event stream, and the time for which a write may block. */
public final class EventConnection {
    /**
     * Size of the kernel send buffer in bytes. Linux doubles the number. A small buffer limits the kernel memory for a
     * client that does not read.
     */
    private static final int SEND_BUFFER_BYTES = 32 * 1024;

    private EventConnection() {}

    /**
     * Exempts the response from the connector's limit on blocked writes ({@link WatchedAnswer#hasOwnLimit}). Over
     * HTTP/1.1, also sets the time-out for writes, and the size of the kernel send buffer.
     *
     * @param stallLimit the maximum time for which a blocking write waits for the client
     */
    public static void prepare(ServletRequest request, Duration stallLimit) throws IOException {
        WatchedAnswer.hasOwnLimit(request);
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            connection.socket().setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
            connection.writeTimeout().accept(stallLimit);
        }
    }
}
