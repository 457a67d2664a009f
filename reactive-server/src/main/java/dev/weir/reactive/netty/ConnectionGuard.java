package dev.weir.reactive.netty;

import dev.weir.access.AccessLog;
import dev.weir.access.OpenRequests;
import dev.weir.config.WeirProperties;
import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.ConnectionMemory;
import dev.weir.connection.Connections;
import dev.weir.throttle.SlowReaders;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerState;

/**
 * Limits the number of open connections, in total and per client address. Closes a new connection that exceeds a limit.
 * Adds the channel handlers of this package to every other connection. Thread-safe.
 */
@Component
public class ConnectionGuard implements NettyServerCustomizer {
    private static final Logger log = LoggerFactory.getLogger(ConnectionGuard.class);

    /** The heap memory in bytes that one connection uses while its request waits, rounded up. */
    private static final int CONNECTION_BYTES = 24 << 10;

    private final Connections connections;
    private final ConnectionLimits limits;
    private final SlowReaders slowReaders;
    private final AccessLog accessLog;
    private final OpenRequests requests;
    private final int most;
    /** The number of open connections. At most {@link #most}, except for a moment while a new connection is refused. */
    private final AtomicInteger open = new AtomicInteger();

    /** The open connections of clients, without those of the management port. */
    private final ChannelGroup clientConnections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    ConnectionGuard(
            Connections connections,
            ConnectionLimits limits,
            SlowReaders slowReaders,
            AccessLog accessLog,
            OpenRequests requests,
            WeirProperties properties) {
        this.connections = connections;
        this.limits = limits;
        this.slowReaders = slowReaders;
        this.accessLog = accessLog;
        this.requests = requests;
        int configured = properties.connections().max();
        this.most = ConnectionMemory.most(configured, Runtime.getRuntime().maxMemory(), CONNECTION_BYTES);
        if (most < configured) {
            log.warn("weir.connections.max is {}, but the heap has room for {} connections only", configured, most);
        }
    }

    public int open() {
        return open.get();
    }

    /** Returns how many connections may be open at once. */
    public int most() {
        return most;
    }

    /**
     * Closes the connections of clients at once, without waiting for their open HTTP/2 streams or unsent bytes. When
     * the returned stage completes, {@code channelInactive} has run in the handlers of all connections and streams, so
     * each aborted request has its line in the access log.
     */
    CompletionStage<?> closeAll() {
        return CompletableFuture.allOf(
                clientConnections.stream().map(ConnectionGuard::close).toArray(CompletableFuture[]::new));
    }

    private static CompletableFuture<?> close(Channel channel) {
        EventLoop loop = channel.eventLoop();
        return CompletableFuture.runAsync(() -> channel.unsafe().close(channel.voidPromise()), loop)
                .thenRunAsync(() -> {}, loop) // after the task that fires channelInactive for the connection
                .thenRunAsync(() -> {}, loop); // after the tasks that do so for its streams
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.childOption(ChannelOption.SO_SNDBUF, limits.sendBuffer())
                .doOnChannelInit((observer, channel, unset) -> begin(channel))
                .childObserve(this::request);
    }

    private void begin(Channel channel) {
        if (!admit(channel)) {
            var _ = channel.close();
            return;
        }
        if (isOfClients(channel)) {
            clientConnections.add(channel);
        }
        ChannelPipeline pipeline = channel.pipeline();
        HeadClock clock = new HeadClock(limits, () -> guardRequests(channel));
        if (pipeline.get(NettyPipeline.SslHandler)
                == null) { // by name, because SNI first adds a handler of another type
            pipeline.addFirst(HeadClock.class.getSimpleName(), clock);
        } else {
            pipeline.addAfter(NettyPipeline.SslHandler, HeadClock.class.getSimpleName(), clock);
        }
        pipeline.addFirst(StalledAnswer.class.getSimpleName(), new StalledAnswer(channel, slowReaders));
        if (pipeline.get(HttpServerCodec.class) != null) {
            guardRequests(channel);
        }
    }

    /** Adds the channel handlers for HTTP/1.1 requests. The pipeline must have the HTTP codec. */
    private void guardRequests(Channel channel) {
        RequestGate.install(channel.pipeline(), limits, isOfClients(channel) ? requests : new OpenRequests());
        if (isLogged(channel)) {
            var _ = AccessHandler.install(channel.pipeline(), accessLog);
        }
    }

    private boolean isLogged(Channel channel) {
        return accessLog.isOn() && isOfClients(channel);
    }

    private static boolean isOfClients(Channel channel) {
        return !channel.hasAttr(AccessHandler.UNLOGGED);
    }

    private boolean admit(Channel channel) {
        if (open.incrementAndGet() > most) {
            var _ = open.decrementAndGet();
            return false;
        }
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        return !(channel.remoteAddress() instanceof InetSocketAddress socket) || admit(channel, socket.getAddress());
    }

    private boolean admit(Channel channel, InetAddress remote) {
        if (!connections.enter(remote)) {
            return false;
        }
        channel.closeFuture().addListener(closed -> connections.leave(remote));
        return true;
    }

    private void request(Connection connection, ConnectionObserver.State state) {
        if (state.equals(ConnectionObserver.State.CONFIGURED)) {
            keepOldConnection(connection);
        }
        if (isLogged(connection.channel())
                && state.equals(ConnectionObserver.State.CONFIGURED)
                && connection instanceof HttpServerRequest request) {
            AccessHandler.begin(connection, request, accessLog);
        }
        if (connection.channel() instanceof Http2StreamChannel stream) {
            if (state.equals(ConnectionObserver.State.CONFIGURED)) {
                requests.begin(); // the management port has no HTTP/2
                stream.closeFuture().addListener(closed -> requests.end());
                stream.pipeline().addFirst(new StalledAnswer(stream, slowReaders), UnreadStream.INSTANCE);
            } else if (state.equals(HttpServerState.REQUEST_DECODING_FAILED)) {
                stream.pipeline().addBefore(NettyPipeline.HttpTrafficHandler, null, RefusalBody.INSTANCE);
            }
        }
    }

    /** Keeps the connection of an HTTP/1.0 client that asks for it. The client expects a response that says so. */
    private static void keepOldConnection(Connection connection) {
        if (connection instanceof HttpServerRequest request
                && connection instanceof HttpServerResponse response
                && request.version().equals(HttpVersion.HTTP_1_0)
                && request.isKeepAlive()) {
            response.header(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
    }
}
