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
 * Finds clients that left while their response waits: once a heartbeat, when a client was refused because it has too much
 * open, and again and again while the connector is full and others wait for a place.
 *
 * <p>Tomcat does not read from a connection whose request is being answered, so it learns that the peer is gone only by
 * writing, and who waits for a grant or an event does not write. The sweep asks whether there is anything to read. That
 * is the end, of a client that left or that has closed its own direction, which on Netty counts as leaving too; or it is
 * a request sent ahead, which hides whether the end follows. Hardly any client does that, and while others wait for a
 * place it is not worth one; at other times it stays.
 *
 * <p>Thread-safe. {@code gone} is called by the sweeping thread and must not block.
 */
public final class DisconnectSweep {
    private final long everyNanos;
    private final Map<SocketChannel, Watched> watched = new ConcurrentHashMap<>();
    /** Tomcat reads that a client has reset its stream, and tells nobody who waits without reading or writing. */
    private final Map<TomcatStream, Watched> streams = new ConcurrentHashMap<>();

    private long lastNanos = System.nanoTime();
    private volatile boolean asked;

    private static final class Watched {
        final Runnable gone;
        private final BooleanSupplier ended;
        /** The container may read again. */
        private boolean over;

        Watched(Runnable gone, BooleanSupplier ended) {
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

    /** @param every the longest time for which a client that left is waited with */
    public DisconnectSweep(Duration every) {
        everyNanos = every.toNanos();
    }

    /** Calls {@code gone} when the sweep finds that the peer left; until the returned task has run. */
    public Runnable watch(ServletRequest request, Runnable gone) {
        if (!(request.getServletConnection() instanceof WatchedConnection connection)) {
            TomcatStream stream = TomcatStream.of(request);
            return stream == null ? () -> {} : watch(stream, new Watched(gone, stream::isOver));
        }
        return watch(connection.socket(), new Watched(gone, connection.ended()));
    }

    /** The same for a connection whose request has ended; it is written to every heartbeat, so only the full connector asks. */
    public Runnable watch(SocketChannel socket, Runnable gone) {
        return watch(socket, new Watched(gone, () -> false));
    }

    private Runnable watch(TomcatStream stream, Watched one) {
        streams.put(stream, one);
        return () -> {
            one.end();
            streams.remove(stream);
        };
    }

    private Runnable watch(SocketChannel socket, Watched one) {
        watched.put(socket, one);
        return () -> {
            one.end();
            watched.remove(socket, one);
        };
    }

    /** Looks soon, if a client was refused because of what is open: some of that may have been left. */
    public void refused(Problem problem) {
        switch (problem) {
            case TOO_MANY_DOWNLOADS, TOO_MANY_SUBSCRIBERS, OVERLOADED -> asked = true;
            default -> {} // nothing that is open has to do with it
        }
    }

    /**
     * Asks the sockets of all watched connections, if it is time. For one thread.
     *
     * @param full others wait for a place: it is always time, and whoever has sent anything counts as gone
     * @return whether any peer had left
     */
    public boolean sweep(boolean full) throws IOException {
        long nowNanos = System.nanoTime();
        if (!full && !asked && nowNanos - lastNanos < everyNanos) {
            return false;
        }
        asked = false;
        lastNanos = nowNanos;
        List<Watched> left =
                readable().stream().filter(one -> full || one.hasLeft()).toList();
        List<Watched> reset = streams.values().stream().filter(Watched::hasLeft).toList();
        left.forEach(one -> one.gone.run());
        reset.forEach(one -> one.gone.run());
        return !left.isEmpty() || !reset.isEmpty();
    }

    private List<Watched> readable() throws IOException {
        try (Selector selector = Selector.open()) {
            watched.forEach((socket, one) -> register(selector, socket, one));
            selector.selectNow();
            return selector.selectedKeys().stream()
                    .map(key -> (Watched) key.attachment())
                    .toList();
        }
    }

    private static void register(Selector selector, SocketChannel socket, Watched one) {
        try {
            socket.register(selector, SelectionKey.OP_READ, one);
        } catch (ClosedChannelException e) {
            // It has just ended by itself.
        }
    }
}
