package dev.weir.servlet;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds clients that left while their response waits, when the connector is full and others wait for their place.
 *
 * <p>Tomcat does not read from a connection whose request is being answered, so it learns that the peer is gone only by
 * writing, and who waits for a grant does not write. The sweep asks each watched socket whether it is readable and has
 * nothing to read, which is how a closed one looks. It takes no byte from the socket: what a client sends early stays
 * for the next request. A client that has closed only its own direction counts as gone, as it does on Netty.
 *
 * <p>Thread-safe. {@code gone} is called by the sweeping thread and must not block.
 */
public final class PeerSweep {
    private final Map<InetSocketAddress, Runnable> watched = new ConcurrentHashMap<>();

    /** Calls {@code gone} when the sweep finds that the peer left; until the returned task has run. */
    public Runnable watch(ServletRequest request, Runnable gone) {
        InetSocketAddress peer =
                new InetSocketAddress(InetAddress.ofLiteral(request.getRemoteAddr()), request.getRemotePort());
        watched.put(peer, gone);
        return () -> watched.remove(peer, gone);
    }

    /** Asks the sockets of all watched connections; whether any peer had left. */
    boolean sweep(Map<InetSocketAddress, SocketChannel> peers) throws IOException {
        try (Selector selector = Selector.open()) {
            watched.forEach((peer, gone) -> register(selector, peers.get(peer), gone));
            boolean found = false;
            selector.selectNow();
            for (SelectionKey key : selector.selectedKeys()) {
                if (atEnd((SocketChannel) key.channel())) {
                    found = true;
                    ((Runnable) key.attachment()).run();
                }
            }
            return found;
        }
    }

    private static void register(Selector selector, @Nullable SocketChannel channel, Runnable gone) {
        try {
            if (channel != null) {
                channel.register(selector, SelectionKey.OP_READ, gone);
            }
        } catch (ClosedChannelException e) {
            // It has just ended by itself.
        }
    }

    private static boolean atEnd(SocketChannel channel) {
        try {
            return channel.socket().getInputStream().available() == 0;
        } catch (IOException e) {
            return true;
        }
    }
}
