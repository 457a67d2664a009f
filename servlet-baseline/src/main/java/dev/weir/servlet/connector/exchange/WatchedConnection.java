package dev.weir.servlet.connector.exchange;

import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Tomcat's connection, which also shows its socket.
 *
 * @param connection what Tomcat itself would show
 * @param socket what carries the bytes, TLS or not
 * @param carriesBytesAsTheyAre whether what a response's stream is given is what the socket gets: no TLS, no compression,
 *     and no HEAD, to which Tomcat lets no body through
 * @param writeTimeout sets how long a write that blocks waits for the client
 * @param lock held by whichever thread of Tomcat works for the connection
 * @param ended asks whether the client has ended its direction; what it sent ahead is kept for Tomcat, which must not read
 *     meanwhile
 */
public record WatchedConnection(
        ServletConnection connection,
        SocketChannel socket,
        boolean carriesBytesAsTheyAre,
        Consumer<Duration> writeTimeout,
        Lock lock,
        BooleanSupplier ended)
        implements ServletConnection {
    /**
     * Ends both directions, which fails whoever waits for room in the socket. Not of HTTP/2, whose other streams go on.
     */
    public static void shut(ServletRequest request) {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            shut(connection.socket());
        }
    }

    /** The same, unless it has ended. */
    public static void shut(SocketWrapperBase<?> wrapper) {
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

    @Override
    public String getConnectionId() {
        return connection.getConnectionId();
    }

    @Override
    public String getProtocol() {
        return connection.getProtocol();
    }

    @Override
    public String getProtocolConnectionId() {
        return connection.getProtocolConnectionId();
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }
}
