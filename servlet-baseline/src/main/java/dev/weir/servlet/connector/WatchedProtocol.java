package dev.weir.servlet.connector;

import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.Connections;
import dev.weir.servlet.connector.exchange.UnreadAnswers;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.upgrade.UpgradeGroupInfo;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Extends Tomcat's HTTP/1.1 protocol over NIO. The connection of each request is a {@link WatchedConnection}. Tomcat
 * creates the protocol from its class name.
 *
 * <p>A waiting request keeps its buffers, so this class shrinks five of them. {@link ReaderBuffer} and {@code
 * application.yaml} shrink the others.
 */
public final class WatchedProtocol extends Http11NioProtocol {
    /** Size of a connection's read buffer and write buffer in bytes. Small, because files bypass these buffers. */
    private static final int BUFFER_BYTES = 2 * 1024;

    /** Size of a response's buffer in bytes, and of its writer's buffer in characters. */
    private static final int ANSWER_BYTES = 1024;

    /**
     * Maximum size of the trailer fields in bytes. Small, because Tomcat allocates a buffer of this size per HTTP/1.1
     * request.
     */
    private static final int TRAILER_BYTES = 1024;

    private final UnreadBody unreadBody = new UnreadBody();
    private final UnreadAnswers unreadAnswers = new UnreadAnswers();
    private final WatchedEndpoint endpoint;
    private final SpreadTimeouts timeouts = new SpreadTimeouts();
    private @Nullable ScheduledFuture<?> looks;
    private boolean smallBuffers;

    /** Creates the protocol with Tomcat's own buffer sizes. */
    public WatchedProtocol() {
        this(new WatchedEndpoint());
    }

    private WatchedProtocol(WatchedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        Handler handler = new Handler(this, endpoint);
        setHandler(handler);
        endpoint.setHandler(handler);
        setContinueResponseTiming("onRead"); // so a refused client never gets 100 (Continue)
        // Do not reuse the objects of a closed connection: a thread that still writes to it would write to the next
        // one.
        setProperty("socket.bufferPool", "0");
    }

    /** Shrinks the buffers to the needs of waiting requests. Call it before the connector starts. */
    void useSmallBuffers() {
        smallBuffers = true;
        setMaxTrailerSize(TRAILER_BYTES);
        setProperty("socket.appReadBufSize", String.valueOf(BUFFER_BYTES));
        setProperty("socket.appWriteBufSize", String.valueOf(BUFFER_BYTES));
    }

    void limit(ConnectionLimits limits, Connections connections) {
        endpoint.limit(limits, connections);
        setProperty("socket.txBufSize", String.valueOf(limits.sendBuffer()));
    }

    /**
     * Closes connections whose head is late ({@link WatchedEndpoint}), and aborts unread responses ({@link
     * UnreadAnswers}).
     */
    void sweep() {
        long nowNanos = System.nanoTime();
        endpoint.sweep(nowNanos);
        unreadAnswers.sweep(nowNanos, full());
    }

    @Override
    public void addWaitingProcessor(Processor processor) {
        super.addWaitingProcessor(processor); // Tomcat's stop() ends every request in its own set
        timeouts.add(processor);
    }

    @Override
    public void removeWaitingProcessor(Processor processor) {
        timeouts.remove(processor);
        super.removeWaitingProcessor(processor);
    }

    /** Schedules the time-out checks unless they are running. Tomcat calls this at the start and then once a minute. */
    @Override
    protected synchronized void startAsyncTimeout() {
        if (looks == null || looks.isDone()) {
            long betweenLooks = TimeUnit.SECONDS.toNanos(1) / SpreadTimeouts.PARTS;
            looks = getUtilityExecutor()
                    .scheduleAtFixedRate(
                            () -> timeouts.look(System.currentTimeMillis()),
                            betweenLooks,
                            betweenLooks,
                            TimeUnit.NANOSECONDS);
        }
    }

    @Override
    protected synchronized void stopAsyncTimeout() {
        if (looks != null) {
            looks.cancel(false);
            looks = null;
        }
    }

    /** Whether clients wait, because the connector accepts no more connections or has no free thread. */
    boolean full() {
        boolean connections = getMaxConnections() >= 0 && getConnectionCount() >= getMaxConnections();
        boolean threads = getExecutor() instanceof ThreadPoolExecutor pool
                && !pool.getQueue().isEmpty()
                && pool.getActiveCount() >= pool.getMaximumPoolSize();
        return connections || threads;
    }

    @Override
    public int getDesiredBufferSize() {
        return smallBuffers ? ANSWER_BYTES : super.getDesiredBufferSize();
    }

    /**
     * Returns null to disable Tomcat's statistics on upgrades. Tomcat would keep statistics for every name that a
     * client sends in {@code Upgrade}.
     */
    @Override
    public @Nullable UpgradeGroupInfo getUpgradeGroupInfo(String upgradeProtocol) {
        return null;
    }

    @Override
    protected Processor createProcessor() {
        WatchedProcessor processor = new WatchedProcessor(this, getAdapter(), unreadBody);
        unreadAnswers.watch(processor);
        return processor;
    }

    @Override
    public void setAdapter(Adapter container) {
        super.setAdapter(new RequestAdapter(container, unreadAnswers));
    }

    private static final class Handler extends ConnectionHandler<NioChannel> {
        private final WatchedEndpoint endpoint;

        Handler(WatchedProtocol protocol, WatchedEndpoint endpoint) {
            super(protocol);
            this.endpoint = endpoint;
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> wrapper) {
            try {
                super.release(wrapper);
            } finally {
                endpoint.left(wrapper);
            }
        }
    }
}
