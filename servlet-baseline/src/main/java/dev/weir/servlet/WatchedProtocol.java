package dev.weir.servlet;

import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/** Tomcat's HTTP/1.1 over NIO, which also shows its connections. Tomcat makes it, by name. */
public final class WatchedProtocol extends Http11NioProtocol {
    /** Whether somebody waits for a place: no further connection is accepted, or no thread is left for a request. */
    boolean full() {
        boolean connections = getMaxConnections() >= 0 && getConnectionCount() >= getMaxConnections();
        boolean threads = getExecutor() instanceof ThreadPoolExecutor pool
                && !pool.getQueue().isEmpty()
                && pool.getActiveCount() >= pool.getMaximumPoolSize();
        return connections || threads;
    }

    /** The open connections by their {@link jakarta.servlet.ServletConnection#getConnectionId id}. */
    Map<String, SocketChannel> connections() {
        Map<String, SocketChannel> connections = new HashMap<>();
        for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
            SocketChannel channel = connection.getSocket().getIOChannel();
            if (channel != null) {
                connections.put(connection.getServletConnection("http/1.1", "").getConnectionId(), channel);
            }
        }
        return connections;
    }
}
