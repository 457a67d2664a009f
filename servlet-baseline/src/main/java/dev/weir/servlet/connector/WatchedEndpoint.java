package dev.weir.servlet.connector;

import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.Connections;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.servlet.connector.http2.ParkedWrite;
import dev.weir.servlet.connector.http2.PartialFrames;
import dev.weir.servlet.connector.http2.RequestThreads;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of connections per client address. Closes a connection whose request head does not arrive in time.
 * Tomcat's own time-out would not close it, because that time-out restarts with each byte.
 *
 * <p>{@link ConnectionLimits#headTimeout} is the time limit for each TLS handshake, each request head and each HTTP/2
 * frame. It is also the limit for all frames of one HTTP/2 request head together.
 */
final class WatchedEndpoint extends NioEndpoint {
    private volatile @Nullable Connections places;
    private volatile Duration headTimeout = Duration.ofSeconds(30);

    /**
     * The thread that is accepting a connection and has not yet asked for the read time-out
     * ({@link #getConnectionTimeout}). Null at all other times.
     */
    private volatile @Nullable Thread accepting;

    /** Remembers incomplete TLS handshakes, HTTP/2 frames and HTTP/2 request heads. Used only by {@link #sweep}. */
    private final PartialFrames partialFrames = new PartialFrames();

    void limit(ConnectionLimits limits, Connections connections) {
        headTimeout = limits.headTimeout();
        places = connections;
    }

    /** Creates {@link RequestThreads} in place of Tomcat's own pool. */
    @Override
    public void createExecutor() {
        TaskQueue queue = new TaskQueue(getMaxQueueSize());
        RequestThreads pool = new RequestThreads(
                getMinSpareThreads(),
                getMaxThreads(),
                getThreadsMaxIdleTime(),
                queue,
                new TaskThreadFactory(getName() + "-exec-", getDaemon(), getThreadPriority()));
        queue.setParent(pool);
        setExecutor(pool);
        internalExecutor = true; // Tomcat ends the pool and reports its size
    }

    /**
     * Accepts a connection, or closes it if the client's address already has too many connections. Runs on Tomcat's
     * accepting thread.
     */
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
     * Returns the time-out of a connection in milliseconds. Tomcat calls this method twice when it accepts a
     * connection: first for the read time-out, then for the write time-out.
     *
     * <p>The first call returns at most {@link ConnectionLimits#headTimeout}. After the connection is accepted, it is
     * too late to change the read time-out, because another thread may already serve the connection.
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

    int open() {
        return connections.size();
    }

    void shutAll() {
        connections.values().forEach(WatchedConnection::shut);
    }

    /** Gives back the client's place, and fails a write that waits. Call this before the socket is closed. */
    void left(SocketWrapperBase<NioChannel> wrapper) {
        try {
            left(remote(wrapper.getSocket().getIOChannel()));
        } finally {
            ParkedWrite.fail(wrapper);
        }
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
     * Closes connections whose request head, TLS handshake or HTTP/2 frame takes too long. Never blocks. Only one
     * thread at a time may call this method.
     */
    void sweep(long nowNanos) {
        long latestNanos = nowNanos - headTimeout.toNanos();
        for (SocketWrapperBase<NioChannel> wrapper : connections.values()) {
            if (wrapper.getCurrentProcessor() instanceof WatchedProcessor processor) {
                closeIfLate(wrapper, processor, latestNanos);
            } else if (partialFrames.hasSince(wrapper, nowNanos, latestNanos)) {
                WatchedConnection.shut(wrapper); // Tomcat then reads the end of the stream and closes the connection
            }
        }
        partialFrames.looked();
    }

    /**
     * Closes a connection whose HTTP/1.1 request head takes too long. Does nothing while another thread serves the
     * connection.
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
