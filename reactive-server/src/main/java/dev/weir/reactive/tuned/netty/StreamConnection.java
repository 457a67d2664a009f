package dev.weir.reactive.tuned.netty;

import dev.weir.access.AccessEntry;
import dev.weir.reactive.netty.AccessHandler;
import dev.weir.reactive.netty.UnreadStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.Connection;

/**
 * Takes over the channel of an event stream from Reactor Netty, after status and header fields are sent. Otherwise
 * Reactor Netty and Spring would keep several kilobytes in memory for each open stream.
 *
 * <p>Removes all channel handlers except TLS, and lets the chain of {@code Mono}s complete. Reactor Netty then writes
 * the end of the response, but this handler discards it. Confined to the event loop.
 */
final class StreamConnection extends ChannelDuplexHandler implements EventOutput {
    private static final Logger log = LoggerFactory.getLogger(StreamConnection.class);
    private static final String LAST_CHUNK = "0\r\n\r\n";

    private final Channel channel;
    private final HttpVersion version;
    private final Runnable left;
    /** The event stream's entry in the access log, or null if the access log is off. */
    private final @Nullable AccessEntry entry;

    private boolean gone;

    private StreamConnection(Channel channel, HttpVersion version, Runnable left, @Nullable AccessEntry entry) {
        this.channel = channel;
        this.version = version;
        this.left = left;
        this.entry = entry;
    }

    /**
     * Takes over the connection or HTTP/2 stream of an event stream from Reactor Netty. Call it on the event loop.
     *
     * @param left runs once, on the event loop, when the connection or HTTP/2 stream has ended for any reason
     */
    static StreamConnection takeOver(Connection connection, HttpVersion version, Runnable left) {
        connection.markPersistent(true); // otherwise Reactor Netty closes it at the end of the response
        Channel channel = connection.channel();
        ChannelPipeline pipeline = channel.pipeline();
        List<Map.Entry<String, ChannelHandler>> before =
                List.copyOf(pipeline.toMap().entrySet());
        StreamConnection own = new StreamConnection(channel, version, left, AccessHandler.takeOver(channel));
        pipeline.addLast(own);
        // Removes the last handler first, since a removed handler passes its queued messages to the next one.
        for (Map.Entry<String, ChannelHandler> handler : before.reversed()) {
            if (!(handler.getValue() instanceof SslHandler)) {
                pipeline.remove(handler.getKey());
            }
        }
        channel.config().setAutoRead(true); // without reading, the server would not notice that the client leaves
        if (!channel.isActive()) {
            own.leave();
        }
        return own;
    }

    /** Returns true for HTTP/1.1 only. HTTP/1.0 has no chunks, and HTTP/2 has its own frames. */
    @Override
    public boolean isChunked() {
        return version.equals(HttpVersion.HTTP_1_1);
    }

    @Override
    public ChannelFuture send(ByteBuf bytes, int content) {
        ChannelFuture written =
                channel.writeAndFlush(version.majorVersion() > 1 ? new DefaultHttp2DataFrame(bytes) : bytes);
        AccessEntry counted = entry;
        if (counted != null) {
            written.addListener(future -> counted.sent(future.isSuccess() ? content : 0));
        }
        return written;
    }

    /**
     * Ends the response and closes the channel. In HTTP/1.0, only the close marks the end of a response. An HTTP/2
     * client whose flow-control window is too small has one second to enlarge it.
     */
    @Override
    public void end() {
        if (version.majorVersion() > 1) {
            var _ = channel.writeAndFlush(new DefaultHttp2DataFrame(true)).addListener(ChannelFutureListener.CLOSE);
            Runnable late = this::close;
            var _ = channel.eventLoop().schedule(late, 1, TimeUnit.SECONDS);
            return;
        }
        if (isChunked()) {
            var _ = channel.writeAndFlush(Unpooled.copiedBuffer(LAST_CHUNK, StandardCharsets.US_ASCII));
        }
        close();
    }

    @Override
    public void close() {
        var _ = channel.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }

    /** Passes on the bytes of the event stream. Discards the message with which Reactor Netty ends the response. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf || message instanceof Http2DataFrame) {
            var _ = context.write(message, promise);
        } else {
            ReferenceCountUtil.release(message);
            promise.trySuccess();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        leave();
    }

    private void leave() {
        if (!gone) {
            gone = true;
            left.run();
            if (entry != null) {
                entry.end(HttpResponseStatus.OK.code(), 0, false);
            }
        }
    }

    /** Closes the connection when the client closes its TLS session. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent) {
            var _ = context.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (UnreadStream.isOfClient(failure)) {
            return; // Netty now resets the stream
        }
        if (!(failure instanceof IOException)) { // an IOException is a reset by the client
            log.warn("An event stream failed; its connection is closed", failure);
        }
        var _ = context.close();
    }
}
