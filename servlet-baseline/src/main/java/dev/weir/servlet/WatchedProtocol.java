package dev.weir.servlet;

import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** Tomcat's HTTP/1.1 over NIO, which also shows its connections. Tomcat makes it, by name. */
public final class WatchedProtocol extends Http11NioProtocol {
    /** Whether the connector accepts no further connection until one ends. */
    boolean full() {
        return getMaxConnections() >= 0 && getConnectionCount() >= getMaxConnections();
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
