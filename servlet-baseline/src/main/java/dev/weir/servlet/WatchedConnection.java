package dev.weir.servlet;

import jakarta.servlet.ServletConnection;
import java.nio.channels.SocketChannel;

/** Tomcat's connection, which also shows its socket. */
record WatchedConnection(ServletConnection connection, SocketChannel socket) implements ServletConnection {
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
