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
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's connection, with access to its socket.
 *
 * @param connection Tomcat's own object for the connection
 * @param socket carries the bytes, with or without TLS
 * @param tls encrypts what is written to it and sends it to the socket; null without TLS
 * @param sendsBodyAsItIs whether exactly the bytes that are written to the response's stream are sent, apart from TLS. They
 *     are not with compression, or for HEAD, whose body Tomcat drops.
 * @param writeTimeout sets how long a write that blocks waits for the client
 * @param lock held by whichever thread of Tomcat works for the connection
 * @param ended asks whether the client has closed its sending direction. It keeps pipelined bytes for Tomcat. Tomcat must
 *     not read at the same time.
 */
public record WatchedConnection(
        ServletConnection connection,
        SocketChannel socket,
        @Nullable SecureNioChannel tls,
        boolean sendsBodyAsItIs,
        Consumer<Duration> writeTimeout,
        Lock lock,
        BooleanSupplier ended)
        implements ServletConnection {
    /**
     * Shuts both directions down, so that a write that waits for room in the socket fails. Not for HTTP/2, where it would
     * end all streams.
     */
    public static void shut(ServletRequest request) {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            shut(connection.socket());
        }
    }

    /** Shuts the connection down, unless it has ended. */
    public static void shut(SocketWrapperBase<?> wrapper) {
        if (wrapper.getSocket() instanceof NioChannel channel && channel.isOpen()) {
            shut(channel.getIOChannel());
        }
    }

    /** Shuts the socket down in both directions. */
    public static void shut(SocketChannel socket) {
        try {
            socket.shutdownInput();
            socket.shutdownOutput();
        } catch (IOException e) {
            // The connection has ended.
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
