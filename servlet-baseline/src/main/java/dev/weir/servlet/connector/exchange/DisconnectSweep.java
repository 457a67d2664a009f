package dev.weir.servlet.connector.exchange;

import dev.weir.problem.Problem;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Finds clients that have disconnected while the response waits for bandwidth or an event. Tomcat notices a disconnect
 * only when it writes. {@link #sweep} checks all clients once per heartbeat interval. After {@link #ask}, or after a
 * request was refused because too many responses are open, the next call checks all clients. While the connector is
 * full, every call checks all clients. The connector is full if it accepts no more connections or has no free thread.
 *
 * <p>A client counts as disconnected when the end of its TCP stream can be read. Unread bytes of a pipelined request
 * hide this end. While the connector is full, a client with a pipelined request also counts as disconnected.
 *
 * <p>Thread-safe. The thread that calls {@link #sweep} runs the callbacks, which must not block.
 */
public final class DisconnectSweep {
    private final long everyNanos;
    private final Map<SocketChannel, WatchedRequest> watched = new ConcurrentHashMap<>();
    /** The watched HTTP/2 streams. Tomcat itself reports a reset only to a thread that uses the stream. */
    private final Map<TomcatStream, WatchedRequest> streams = new ConcurrentHashMap<>();

    private long lastNanos = System.nanoTime();
    private volatile boolean asked;

    private static final class WatchedRequest {
        final Runnable gone;
        private final BooleanSupplier ended;
        /** Whether the request has ended. After its end, only Tomcat may read from the connection. */
        private boolean over;

        WatchedRequest(Runnable gone, BooleanSupplier ended) {
            this.gone = gone;
            this.ended = ended;
        }

        synchronized boolean hasLeft() {
            return !over && ended.getAsBoolean();
        }

        synchronized void end() {
            over = true;
        }
    }

    /** @param every the time between two checks, unless an earlier check is necessary */
    public DisconnectSweep(Duration every) {
        everyNanos = every.toNanos();
    }

    /**
     * Starts to watch whether the client of a request disconnects. The returned task ends the watch.
     *
     * @param gone runs when the client is found to have disconnected
     */
    public Runnable watch(ServletRequest request, Runnable gone) {
        if (!(request.getServletConnection() instanceof WatchedConnection connection)) {
            TomcatStream stream = TomcatStream.of(request);
            return stream == null ? () -> {} : watch(stream, new WatchedRequest(gone, stream::isOver));
        }
        return watch(connection.socket(), new WatchedRequest(gone, connection.ended()));
    }

    /**
     * Watches the connection of an event stream after an HTTP upgrade. Only Tomcat may read from this connection. So
     * the sweep sees that something can be read, but not whether it is data or the end. While the connector is full, a
     * client whose connection can be read counts as disconnected. At other times, only heartbeats detect a disconnect.
     *
     * @param gone runs when the client is found to have disconnected
     * @return a task that ends the watch
     */
    public Runnable watch(SocketChannel socket, Runnable gone) {
        return watch(socket, new WatchedRequest(gone, () -> false));
    }

    private Runnable watch(TomcatStream stream, WatchedRequest one) {
        streams.put(stream, one);
        return () -> {
            one.end();
            streams.remove(stream);
        };
    }

    private Runnable watch(SocketChannel socket, WatchedRequest one) {
        watched.put(socket, one);
        return () -> {
            one.end();
            watched.remove(socket, one);
        };
    }

    /**
     * Makes the next {@link #sweep} check all clients if {@code problem} says that too many responses are open. Some
     * clients of these responses may have disconnected.
     */
    public void refused(Problem problem) {
        switch (problem) {
            case TOO_MANY_DOWNLOADS, TOO_MANY_SUBSCRIBERS, OVERLOADED -> asked = true;
            default -> {} // the refusal does not depend on the number of open responses
        }
    }

    /** Makes the next {@link #sweep} check all clients, because the caller expects that a client has disconnected. */
    public void ask() {
        asked = true;
    }

    /**
     * Checks all watched clients if a check is due. Only one thread at a time may call this method.
     *
     * @param full whether the connector is full. A check is then always due, and a client with a pipelined request
     *     counts as disconnected
     * @return whether the check has found a disconnected client; false if no check was due
     */
    public boolean sweep(boolean full) throws IOException {
        long nowNanos = System.nanoTime();
        if (!full && !asked && nowNanos - lastNanos < everyNanos) {
            return false;
        }
        asked = false;
        lastNanos = nowNanos;
        List<WatchedRequest> left =
                readable().stream().filter(one -> full || one.hasLeft()).toList();
        List<WatchedRequest> reset =
                streams.values().stream().filter(WatchedRequest::hasLeft).toList();
        left.forEach(one -> one.gone.run());
        reset.forEach(one -> one.gone.run());
        return !left.isEmpty() || !reset.isEmpty();
    }

    private List<WatchedRequest> readable() throws IOException {
        try (Selector selector = Selector.open()) {
            watched.forEach((socket, one) -> register(selector, socket, one));
            selector.selectNow();
            return selector.selectedKeys().stream()
                    .map(key -> (WatchedRequest) key.attachment())
                    .toList();
        }
    }

    private static void register(Selector selector, SocketChannel socket, WatchedRequest one) {
        try {
            socket.register(selector, SelectionKey.OP_READ, one);
        } catch (ClosedChannelException e) {
            // The connection has just ended.
        }
    }
}
