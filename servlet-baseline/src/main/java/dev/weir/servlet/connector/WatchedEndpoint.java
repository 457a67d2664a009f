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
 * Extends Tomcat's NIO endpoint: counts connections per client address, and closes connections whose request head is
 * late.
 *
 * <p>Tomcat's time-out restarts with each byte, so a client that sends a byte now and then keeps its connection for
 * ever. Here {@link ConnectionLimits#headTimeout} limits each complete TLS handshake, request head and HTTP/2 frame.
 * It also limits all frames of one HTTP/2 head together.
 */
final class WatchedEndpoint extends NioEndpoint {
    private volatile @Nullable Connections places;
    private volatile Duration headTimeout = Duration.ofSeconds(30);

    /** The accepting thread, from the accept until Tomcat reads the read time-out. Null at other times. */
    private volatile @Nullable Thread accepting;

    /** Confined to the sweeping thread. */
    private final PartialFrames partialFrames = new PartialFrames();

    void limit(ConnectionLimits limits, Connections connections) {
        headTimeout = limits.headTimeout();
        places = connections;
    }

    /** Counts and accepts a connection, or closes it if its address has too many. Runs on the accepting thread. */
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
     * Returns the connection time-out, limited to the time for a request head while a connection is being accepted.
     *
     * <p>Tomcat then calls this method twice: first for the read time-out, then for the write time-out. The read
     * time-out holds until the first byte or the end of the TLS handshake, so only the first result is limited. It
     * cannot be set later, because by then another thread may serve the connection.
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

    /** Stops counting a connection that has closed. */
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
     * Closes each connection whose request head, TLS handshake or HTTP/2 frame has been incomplete for longer than
     * {@link ConnectionLimits#headTimeout}. Never blocks. Only one thread at a time may call this method.
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
     * Closes a connection whose HTTP/1.1 head is late. Holds the connection's lock, so no other thread serves the
     * connection meanwhile.
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
