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

    /** The accepting thread, from the accept until Tomcat asks for the read time-out. Null at other times. */
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
        accepting = null; // Tomcat asks for the write time-out next
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

    /**
     * Ends each connection whose request head, TLS handshake or HTTP/2 frame has been incomplete for longer than {@link
     * ConnectionLimits#headTimeout}. Never waits. Only one thread at a time may call this method.
     */
    void sweep(long nowNanos) {
        long latestNanos = nowNanos - headTimeout.toNanos();
        for (SocketWrapperBase<NioChannel> wrapper : connections.values()) {
            if (wrapper.getCurrentProcessor() instanceof WatchedProcessor processor) {
                closeIfLate(wrapper, processor, latestNanos);
            } else if (partialFrames.hasSince(wrapper, nowNanos, latestNanos)) {
                WatchedConnection.shut(wrapper); // Tomcat then reads an end of the stream
            }
        }
        partialFrames.looked();
    }

    /** Whoever holds the lock knows that the connection waits for the rest of its head: no other thread works for it. */
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
