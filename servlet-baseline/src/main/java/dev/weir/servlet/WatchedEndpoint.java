package dev.weir.servlet;

import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.Connections;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.concurrent.locks.Lock;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's NIO endpoint, which counts the connections of each client address and closes those whose head is late.
 *
 * <p>Tomcat's time-out starts again with each byte, so a client that sends a byte now and then keeps its connection for
 * ever. Here {@link ConnectionLimits#headTimeout} limits each whole TLS handshake, request head and HTTP/2 frame.
 */
final class WatchedEndpoint extends NioEndpoint {
    private volatile @Nullable Connections places;
    private volatile Duration headTimeout = Duration.ofSeconds(30);

    /** When a partly received frame was first seen, by its read operation. Used by the sweeping thread only. */
    private IdentityHashMap<Object, Long> partialFrames = new IdentityHashMap<>();

    private final PartialFrame frames = new PartialFrame();

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
        boolean accepted = super.setSocketOptions(socket);
        SocketWrapperBase<NioChannel> wrapper = connections.get(socket);
        if (wrapper != null) { // until the first byte, and in a TLS handshake until its end
            wrapper.setReadTimeout(Math.min(getConnectionTimeout(), headTimeout.toMillis()));
        } else if (!accepted) {
            left(remote);
        }
        return accepted;
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
        IdentityHashMap<Object, Long> partial = new IdentityHashMap<>();
        for (SocketWrapperBase<NioChannel> wrapper : connections.values()) {
            if (wrapper.getCurrentProcessor() instanceof WatchedProcessor processor) {
                closeIfLate(wrapper, processor, latestNanos);
            } else {
                Object frame = frames.partial(wrapper);
                if (frame != null) {
                    long sinceNanos = partialFrames.getOrDefault(frame, nowNanos);
                    partial.put(frame, sinceNanos);
                    if (sinceNanos - latestNanos < 0) {
                        wrapper.setReadTimeout(1); // Tomcat's poller ends it
                    }
                }
            }
        }
        partialFrames = partial;
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

    /** Finds out whether an HTTP/2 connection has received only a part of a frame. */
    private static final class PartialFrame {
        private final VarHandle reading;
        private final VarHandle buffers;

        PartialFrame() {
            Class<?> operation = TomcatField.type(SocketWrapperBase.class.getName() + "$OperationState");
            reading = TomcatField.of(SocketWrapperBase.class, "readOperation", operation);
            buffers = TomcatField.of(operation, "buffers", ByteBuffer[].class);
        }

        /** The operation that reads the rest of a partly received frame; null if there is no such frame. */
        @Nullable
        Object partial(SocketWrapperBase<?> wrapper) {
            Object operation = reading.getVolatile(wrapper);
            if (operation == null) {
                return null;
            }
            for (ByteBuffer buffer : (ByteBuffer[]) buffers.get(operation)) {
                if (buffer.position() > 0) {
                    return operation;
                }
            }
            return null;
        }
    }
}
