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
 * Tomcat's NIO endpoint, which counts the connections of each client address and closes those whose head is late.
 *
 * <p>Tomcat's time-out starts again with each byte, so a client that sends a byte now and then keeps its connection for
 * ever. Here {@link ConnectionLimits#headTimeout} limits each whole TLS handshake, request head and HTTP/2 frame,
 * and all frames of one HTTP/2 head together.
 */
final class WatchedEndpoint extends NioEndpoint {
    private volatile @Nullable Connections places;
    private volatile Duration headTimeout = Duration.ofSeconds(30);

    /** The accepting thread, until Tomcat has asked for the read time-out; otherwise null. */
    private volatile @Nullable Thread accepting;

    /** Used by the sweeping thread only. */
    private final PartialFrames partialFrames = new PartialFrames();

    void limit(ConnectionLimits limits, Connections connections) {
        headTimeout = limits.headTimeout();
        places = connections;
    }

    /** On the accepting thread. */
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
     * While a connection is being accepted, Tomcat asks here for its two time-outs. The first is the read time-out. It holds
     * until the first byte or the end of the TLS handshake, and must not exceed the time for a head. It cannot be set later:
     * by then another thread may serve the connection and have set its own.
     */
    @Override
    public int getConnectionTimeout() {
        int timeout = super.getConnectionTimeout();
        if (!Thread.currentThread().equals(accepting)) {
            return timeout;
        }
        accepting = null; // next is the time-out for writing
        int mostMillis = Math.toIntExact(headTimeout.toMillis());
        return timeout > 0 ? Math.min(timeout, mostMillis) : mostMillis;
    }

    /** An accepted connection has closed. */
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

    /** Closes the connections whose head is late. On one thread at a time; waits for nothing. */
    void sweep(long nowNanos) {
        long latestNanos = nowNanos - headTimeout.toNanos();
        for (SocketWrapperBase<NioChannel> wrapper : connections.values()) {
            if (wrapper.getCurrentProcessor() instanceof WatchedProcessor processor) {
                closeIfLate(wrapper, processor, latestNanos);
            } else if (partialFrames.hasSince(wrapper, nowNanos, latestNanos)) {
                WatchedConnection.shut(wrapper); // which Tomcat reads as the client's end
            }
        }
        partialFrames.looked();
    }

    /** Holding the lock means that no other thread works for the connection: it only waits for the rest of its head. */
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
