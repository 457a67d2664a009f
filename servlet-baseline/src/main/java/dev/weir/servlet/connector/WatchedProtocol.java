package dev.weir.servlet.connector;

import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.Connections;
import dev.weir.servlet.connector.exchange.UnreadAnswers;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.upgrade.UpgradeGroupInfo;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/1.1 protocol on NIO, with additional time-outs and smaller buffers. A request's connection is a
 * {@link WatchedConnection}. Tomcat creates the protocol from its class name.
 *
 * <p>A waiting request keeps its buffers in memory. This class can shrink five of these buffers. {@link ReaderBuffer}
 * and {@code application.yaml} shrink the others.
 */
public final class WatchedProtocol extends Http11NioProtocol {
    /** Size in bytes of a connection's read buffer and write buffer. Small, because file contents bypass both. */
    private static final int BUFFER_BYTES = 2 * 1024;

    /** Size of a response's output buffer in bytes. Also the size of the response writer's buffer in characters. */
    private static final int ANSWER_BYTES = 1024;

    /**
     * Maximum size of the trailer fields in bytes. Small, because Tomcat allocates a buffer of this size for each
     * HTTP/1.1 request.
     */
    private static final int TRAILER_BYTES = 1024;

    private final UnreadBody unreadBody = new UnreadBody();
    private final UnreadAnswers unreadAnswers = new UnreadAnswers();
    private final WatchedEndpoint endpoint;
    private final SpreadTimeouts timeouts = new SpreadTimeouts(this::removeWaitingProcessor);
    private @Nullable ScheduledFuture<?> looks;
    /** The number of threads that serve a request now. */
    private final LongAdder served = new LongAdder();

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
        // Do not reuse the objects of a closed connection. A thread that still writes to the closed connection would
        // otherwise write to another client's connection.
        setProperty("socket.bufferPool", "0");
    }

    /** Makes the buffers of waiting requests smaller. Call this method before the connector starts. */
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
     * Closes connections whose request head is late ({@link WatchedEndpoint}). Aborts responses that the client does
     * not read ({@link UnreadAnswers}). Only one thread at a time may call this method.
     */
    void sweep() {
        long nowNanos = System.nanoTime();
        endpoint.sweep(nowNanos);
        unreadAnswers.sweep(nowNanos, full());
    }

    @Override
    public void addWaitingProcessor(Processor processor) {
        super.addWaitingProcessor(processor); // Tomcat's stop() ends every request in Tomcat's own set
        timeouts.add(processor);
    }

    @Override
    public void removeWaitingProcessor(Processor processor) {
        timeouts.remove(processor);
        super.removeWaitingProcessor(processor);
    }

    /** Schedules checks for timed-out requests, if none are scheduled. Tomcat calls this at start and every minute. */
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

    /**
     * Stops the connector, and interrupts all threads that still serve a request. Tomcat itself interrupts only the
     * threads of its own pool. The virtual threads of the server model {@code virtual} are in no pool. Without this
     * method, they would wait until the process ends.
     */
    @Override
    public void stop() throws Exception {
        super.stop();
        if (getExecutor() instanceof ExecutorService threads) {
            threads.shutdownNow();
            var _ = threads.awaitTermination(endpoint.getExecutorTerminationTimeoutMillis(), TimeUnit.MILLISECONDS);
        }
    }

    WatchedEndpoint endpoint() {
        return endpoint;
    }

    /** Returns the number of threads that serve a request now. */
    long served() {
        return served.sum();
    }

    /** Returns whether clients must wait: the connector accepts no more connections, or no thread is free. */
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
     * Returns null, which disables Tomcat's statistics on upgrades. Tomcat would keep statistics for every name that a
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
        super.setAdapter(new RequestAdapter(container, unreadAnswers, served));
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
