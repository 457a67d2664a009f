package dev.weir.servlet;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** The connection of a stream of events, which ends with it. */
public final class EventConnection {
    /** Of a stalled client the kernel keeps no more than this, doubled as Linux does; events are small. */
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

    /**
     * Ends both directions, which fails whoever waits for room in the socket. Not of HTTP/2, whose other streams go on.
     */
    public static void shut(ServletRequest request) {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            shut(connection.socket());
        }
    }

    /** The same, unless it has ended. */
    static void shut(SocketWrapperBase<?> wrapper) {
        if (wrapper.getSocket() instanceof NioChannel channel && channel.isOpen()) {
            shut(channel.getIOChannel());
        }
    }

    /** The same. */
    public static void shut(SocketChannel socket) {
        try {
            socket.shutdownInput();
            socket.shutdownOutput();
        } catch (IOException e) {
            // It has ended by itself.
        }
    }
}
