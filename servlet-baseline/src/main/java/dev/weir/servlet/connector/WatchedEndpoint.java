package dev.weir.servlet.connector;

import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.Connections;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.servlet.connector.http2.PartialFrames;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections per client address, and closes connections whose request head does not arrive in time. Tomcat's
 * own time-out restarts with each byte.
 *
 * <p>{@link ConnectionLimits#headTimeout} limits each TLS handshake, request head and HTTP/2 frame, and the total time
 * for the frames of one HTTP/2 head.
 */
final class WatchedEndpoint extends NioEndpoint {
    private volatile @Nullable Connections places;
    private volatile Duration headTimeout = Duration.ofSeconds(30);

    /** The accepting thread, from the accept until Tomcat reads the read time-out. Null at other times. */
    private volatile @Nullable Thread accepting;

    /** The incomplete TLS handshakes, HTTP/2 frames and HTTP/2 heads. Confined to the sweeping thread. */
    private final PartialFrames partialFrames = new PartialFrames();

    void limit(ConnectionLimits limits, Connections connections) {
        headTimeout = limits.headTimeout();
        places = connections;
    }

    /** Accepts a connection, or closes it if its client's address has too many. Runs on the accepting thread. */
    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
        InetAddress remote = remote(socket);
        Connections counted = places;
        if (counted != null && remote != null && !counted.enter(remote)) {
            destroySocket(socket);
            return false;
        }
        accepting = Thread.currentThread();
        boolean accepted = super.setSocketOptions(socket);
        accepting = null;
        if (!accepted && !connections.containsKey(socket)) {
            left(remote);
        }
        return accepted;
    }

    /**
     * Returns the connection time-out. During an accept, the result is at most the time for a request head.
     *
     * <p>Tomcat calls this method for the read time-out, then for the write time-out. Only the read time-out is
     * limited. It cannot be set after the accept, because another thread may then serve the connection.
     */
    @Override
    public int getConnectionTimeout() {
        int timeout = super.getConnectionTimeout();
        if (!Thread.currentThread().equals(accepting)) {
            return timeout;
        }
        accepting = null; // Tomcat asks for the write time-out next
        int mostMillis = Math.toIntExact(headTimeout.toMillis());
        return timeout > 0 ? Math.min(timeout, mostMillis) : mostMillis;
    }

    void left(SocketWrapperBase<NioChannel> wrapper) {
        left(remote(wrapper.getSocket().getIOChannel()));
    }

    private void left(@Nullable InetAddress remote) {
        Connections counted = places;
        if (counted != null && remote != null) {
            counted.leave(remote);
        }
    }

    private static @Nullable InetAddress remote(SocketChannel socket) {
        return socket.socket().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : null;
    }

    /**
     * Closes connections whose head, TLS handshake or HTTP/2 frame is late. Never blocks. Only one thread at a time may
     * call this.
     */
    void sweep(long nowNanos) {
        long latestNanos = nowNanos - headTimeout.toNanos();
        for (SocketWrapperBase<NioChannel> wrapper : connections.values()) {
            if (wrapper.getCurrentProcessor() instanceof WatchedProcessor processor) {
                closeIfLate(wrapper, processor, latestNanos);
            } else if (partialFrames.hasSince(wrapper, nowNanos, latestNanos)) {
                WatchedConnection.shut(wrapper); // Tomcat then reads the end of the stream and closes
            }
        }
        partialFrames.looked();
    }

    /**
     * Closes a connection whose HTTP/1.1 head is late. Holds the connection's lock, so that no other thread serves it.
     */
    private static void closeIfLate(
            SocketWrapperBase<NioChannel> wrapper, WatchedProcessor processor, long latestNanos) {
        Lock lock = wrapper.getLock();
        if (lock.tryLock()) {
            try {
                if (wrapper.getCurrentProcessor() == processor && processor.waitsForHeadSince(latestNanos)) {
                    wrapper.close();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
