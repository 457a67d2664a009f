package dev.weir.servlet;

import jakarta.servlet.ServletConnection;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Tomcat's connection, which also shows its socket.
 *
 * @param carriesBytesAsTheyAre whether what a response's stream is given is what the socket gets: no TLS, no compression,
 *     and no HEAD, to which Tomcat lets no body through
 * @param writeTimeout sets how long a write that blocks waits for the client
 * @param lock held by whichever thread of Tomcat works for the connection
 * @param ended asks whether the client has ended its direction; what it sent ahead is kept for Tomcat, which must not read
 *     meanwhile
 */
record WatchedConnection(
        ServletConnection connection,
        SocketChannel socket,
        boolean carriesBytesAsTheyAre,
        Consumer<Duration> writeTimeout,
        Lock lock,
        BooleanSupplier ended)
        implements ServletConnection {
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
