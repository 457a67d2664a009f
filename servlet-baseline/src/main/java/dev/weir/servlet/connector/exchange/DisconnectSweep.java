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
 * Finds clients that left while their response waits for a grant or an event. It sweeps once a heartbeat, and soon after a
 * client was refused because it has too much open. While the connector is full it sweeps all the time.
 *
 * <p>Tomcat does not read from a connection while it answers a request on it, so it notices that a client left only when it
 * writes. A response that waits does not write. The sweep therefore asks each socket whether there is something to read.
 * That is usually the end of the stream. It means that the client has left, or has closed its sending direction, which
 * counts as leaving, too. It can also be a pipelined request, behind which the sweep cannot see the end. Such a client is
 * kept, except while the connector is full.
 *
 * <p>Thread-safe. The sweeping thread calls {@code gone}, which must not block.
 */
public final class DisconnectSweep {
    private final long everyNanos;
    private final Map<SocketChannel, WatchedRequest> watched = new ConcurrentHashMap<>();
    /** Tomcat notices that a client reset a stream, but tells only a thread that reads or writes it. */
    private final Map<TomcatStream, WatchedRequest> streams = new ConcurrentHashMap<>();

    private long lastNanos = System.nanoTime();
    private volatile boolean asked;

    private static final class WatchedRequest {
        final Runnable gone;
        private final BooleanSupplier ended;
        /** Whether the container may read from the connection again. */
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

    /** @param every the time between two sweeps */
    public DisconnectSweep(Duration every) {
        everyNanos = every.toNanos();
    }

    /**
     * Watches the client of a request, until the returned task is run.
     *
     * @param gone called when the sweep finds that the client left
     */
    public Runnable watch(ServletRequest request, Runnable gone) {
        if (!(request.getServletConnection() instanceof WatchedConnection connection)) {
            TomcatStream stream = TomcatStream.of(request);
            return stream == null ? () -> {} : watch(stream, new WatchedRequest(gone, stream::isOver));
        }
        return watch(connection.socket(), new WatchedRequest(gone, connection.ended()));
    }

    /**
     * Watches a connection whose request has ended. A heartbeat is written to it from time to time, so only a sweep for a
     * full connector looks at it.
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

    /** Sweeps soon if a client was refused because of what it has open, since some of that may belong to clients that left. */
    public void refused(Problem problem) {
        switch (problem) {
            case TOO_MANY_DOWNLOADS, TOO_MANY_SUBSCRIBERS, OVERLOADED -> asked = true;
            default -> {} // the refusal does not depend on what is open
        }
    }

    /**
     * Sweeps over all watched connections, if it is time. Only one thread at a time may call it.
     *
     * @param full whether the connector is full; then it is always time, and a client with a pipelined request counts as
     *     gone
     * @return whether any client had left
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
