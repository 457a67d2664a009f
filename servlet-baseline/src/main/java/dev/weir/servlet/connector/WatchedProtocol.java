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
 * Tomcat's HTTP/1.1 over NIO, whose requests know their {@link WatchedConnection}. Tomcat makes it, by name.
 *
 * <p>A request that waits keeps buffers, and Tomcat allocates most of them before they are used. Small here: the
 * connection's buffers for reading and writing, the answer's for bytes and for characters, the one for trailer fields, and
 * the one for a {@link ReaderBuffer reader}. Set by configuration: the buffers for the fields of request and answer ({@code
 * server.max-http-request-header-size}, {@code server.tomcat.max-http-response-header-size}). The rest are objects: a
 * request has some hundred for its fields, whatever was sent.
 */
public final class WatchedProtocol extends Http11NioProtocol {
    /** Size of a connection's buffers. Tomcat's 8 KiB help those who send much; files go past the buffers. */
    private static final int BUFFER_BYTES = 2 * 1024;

    /** Size of an answer's buffer, and of a writer's, in characters. A larger answer goes in pieces. */
    private static final int ANSWER_BYTES = 1024;

    /** Size of the trailer fields, which Weir does not read. HTTP/1.1 has a buffer in each request, HTTP/2 only a bound. */
    private static final int TRAILER_BYTES = 1024;

    private final UnreadBody unreadBody = new UnreadBody();
    private final UnreadAnswers unreadAnswers = new UnreadAnswers();
    private final WatchedEndpoint endpoint;
    private final SpreadTimeouts timeouts = new SpreadTimeouts();
    private @Nullable ScheduledFuture<?> looks;
    private boolean smallBuffers;

    /** With Tomcat's own sizes of buffers. */
    public WatchedProtocol() {
        this(new WatchedEndpoint());
    }

    private WatchedProtocol(WatchedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        Handler handler = new Handler(this, endpoint);
        setHandler(handler);
        endpoint.setHandler(handler);
        setContinueResponseTiming("onRead"); // who is refused is not asked for the body first
        // Of a closed connection nothing serves the next: a thread that is still writing would write to that.
        setProperty("socket.bufferPool", "0");
    }

    /** Makes buffers as small as requests that wait need. To be called before the connector starts. */
    void useSmallBuffers() {
        smallBuffers = true;
        setMaxTrailerSize(TRAILER_BYTES);
        setProperty("socket.appReadBufSize", String.valueOf(BUFFER_BYTES));
        setProperty("socket.appWriteBufSize", String.valueOf(BUFFER_BYTES));
    }

    /** The limits of each connection, whoever its client is. */
    void limit(ConnectionLimits limits, Connections connections) {
        endpoint.limit(limits, connections);
        setProperty("socket.txBufSize", String.valueOf(limits.sendBuffer()));
    }

    /** Ends what is late: heads that are on their way ({@link WatchedEndpoint}), answers that are not read ({@link UnreadAnswers}). */
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

    /**
     * Starts the looks if they are not running. Tomcat calls this when the connector starts and then once a minute, on a
     * thread of its utility executor.
     */
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

    /** Whether somebody waits for a place: no further connection is accepted, or no thread is left for a request. */
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

    /** Tomcat would keep one for every name in an {@code Upgrade} field, and in it a record of every stream there was. */
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

    /** Tells the endpoint, which counts connections, that one has closed. */
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
