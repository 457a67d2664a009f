package dev.weir.servlet;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds clients that left while their response waits, when the connector is full and others wait for their place.
 *
 * <p>Tomcat does not read from a connection whose request is being answered, so it learns that the peer is gone only by
 * writing, and who waits for a grant does not write. The sweep asks whether there is anything to read, and takes nothing
 * from the socket. What there is to read is the end, of a client that left or that has closed its own direction, which
 * on Netty counts as leaving too; or it is a request sent ahead, which hides whether the end follows. Hardly any client
 * does that, and while others wait for a place it is not worth one.
 *
 * <p>Thread-safe. {@code gone} is called by the sweeping thread and must not block.
 */
public final class PeerSweep {
    private final Map<SocketChannel, Runnable> watched = new ConcurrentHashMap<>();

    /** Calls {@code gone} when the sweep finds that the peer left; until the returned task has run. */
    public Runnable watch(ServletRequest request, Runnable gone) {
        if (!(request.getServletConnection() instanceof WatchedConnection connection)) {
            return () -> {};
        }
        return watch(connection.socket(), gone);
    }

    /** The same for a connection whose request has ended. */
    public Runnable watch(SocketChannel socket, Runnable gone) {
        watched.put(socket, gone);
        return () -> watched.remove(socket, gone);
    }

    /** Asks the sockets of all watched connections; whether any peer had left. */
    boolean sweep() throws IOException {
        try (Selector selector = Selector.open()) {
            watched.forEach((socket, gone) -> register(selector, socket, gone));
            selector.selectNow();
            selector.selectedKeys().forEach(key -> ((Runnable) key.attachment()).run());
            return !selector.selectedKeys().isEmpty();
        }
    }

    private static void register(Selector selector, SocketChannel socket, Runnable gone) {
        try {
            socket.register(selector, SelectionKey.OP_READ, gone);
        } catch (ClosedChannelException e) {
            // It has just ended by itself.
        }
    }
}
