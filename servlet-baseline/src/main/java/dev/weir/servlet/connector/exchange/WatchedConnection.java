package dev.weir.servlet.connector.exchange;

import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection of Tomcat, with its socket, its lock and its write buffer.
 *
 * @param connection the connection as the servlet API knows it
 * @param socket carries the bytes, encrypted or not
 * @param tls encrypts the written bytes and sends them to the socket. Null without TLS
 * @param sendsBodyAsItIs whether Tomcat sends a body unchanged. False with compression, and for HEAD. TLS does not
 *     count as a change
 * @param writeTimeout sets how long a blocking write waits for the client
 * @param lock the lock that Tomcat's threads hold while they serve the connection
 * @param ended returns whether the client has closed its side of the connection. To find out, this check reads from the
 *     connection. If it reads a byte of a pipelined request, it gives the byte back to Tomcat. Call it only while
 *     Tomcat does not read from the connection
 * @param head commits the response and returns the connection's write buffer, which then contains the status and the
 *     header fields. Tomcat sends the bytes that the caller leaves in the buffer. Call it before the first byte of the
 *     body is written
 */
public record WatchedConnection(
        ServletConnection connection,
        SocketChannel socket,
        @Nullable SecureNioChannel tls,
        boolean sendsBodyAsItIs,
        Consumer<Duration> writeTimeout,
        Lock lock,
        BooleanSupplier ended,
        Supplier<ByteBuffer> head)
        implements ServletConnection {
    /**
     * Shuts the request's socket down in both directions, so that a blocked write fails. Does nothing over HTTP/2,
     * where a shutdown would end all streams of the connection.
     */
    public static void shut(ServletRequest request) {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            shut(connection.socket());
        }
    }

    /** Shuts the socket down in both directions, so that a blocked write fails. Does nothing if it is closed. */
    public static void shut(SocketWrapperBase<?> wrapper) {
        if (wrapper.getSocket() instanceof NioChannel channel && channel.isOpen()) {
            shut(channel.getIOChannel());
        }
    }

    public static void shut(SocketChannel socket) {
        try {
            socket.shutdownInput();
            socket.shutdownOutput();
        } catch (IOException e) {
            // The connection has ended.
        }
    }

    /** Returns whether the client has closed its side of the connection. See {@link #ended} for when to call this. */
    public static boolean hasEnded(SocketWrapperBase<?> wrapper) {
        try {
            ByteBuffer ahead = ByteBuffer.allocate(1);
            int read = wrapper.read(false, ahead);
            if (read > 0) {
                wrapper.unRead(ahead.flip());
            }
            return read < 0;
        } catch (IOException e) {
            return true;
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
