package dev.weir.servlet;

import java.net.InetSocketAddress;
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

    /** The open connections by the address of the peer. */
    Map<InetSocketAddress, SocketChannel> peers() {
        Map<InetSocketAddress, SocketChannel> peers = new HashMap<>();
        for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
            SocketChannel channel = connection.getSocket().getIOChannel();
            if (channel != null && channel.socket().getRemoteSocketAddress() instanceof InetSocketAddress peer) {
                peers.put(peer, channel);
            }
        }
        return peers;
    }
}
