package dev.weir.reactive.tuned.netty;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.Connection;

/**
 * The connection of a stream of events, or what HTTP/2 has for one, taken out of Reactor Netty's hands once status and
 * fields are sent.
 *
 * <p>What it and Spring keep for a request that is being answered is some 11 KB. A stream that has begun needs nothing of
 * it: all that can still be read is the end, and what is written are bytes in the simplest of frames. So the pipeline is
 * emptied, but for TLS, the chain of {@code Mono}s completes, and what it would do to the connection as it ends is done
 * here to nothing.
 *
 * <p>Confined to the event loop.
 */
final class StreamConnection extends ChannelDuplexHandler {
    private static final Logger log = LoggerFactory.getLogger(StreamConnection.class);
    private static final String LAST_CHUNK = "0\r\n\r\n";

    private final Channel channel;
    private final HttpVersion version;
    private final Runnable left;
    private boolean gone;

    private StreamConnection(Channel channel, HttpVersion version, Runnable left) {
        this.channel = channel;
        this.version = version;
        this.left = left;
    }

    /**
     * Takes it over.
     *
     * @param left runs when the connection has ended, however it did
     */
    static StreamConnection takeOver(Connection connection, HttpVersion version, Runnable left) {
        connection.markPersistent(true); // or Reactor Netty closes it, once its answer has ended
        Channel channel = connection.channel();
        ChannelPipeline pipeline = channel.pipeline();
        List<Map.Entry<String, ChannelHandler>> before =
                List.copyOf(pipeline.toMap().entrySet());
        StreamConnection own = new StreamConnection(channel, version, left);
        pipeline.addLast(own);
        for (Map.Entry<String, ChannelHandler> handler : before.reversed()) { // what one has kept goes to the next
            if (!(handler.getValue() instanceof SslHandler)) {
                pipeline.remove(handler.getKey());
            }
        }
        channel.config().setAutoRead(true); // which is how the end is seen
        if (!channel.isActive()) {
            own.leave();
        }
        return own;
    }

    /** Whether bytes are to be given as chunks. HTTP/1.0 has none, and HTTP/2 frames of its own. */
    boolean isChunked() {
        return version.equals(HttpVersion.HTTP_1_1);
    }

    ChannelFuture send(ByteBuf bytes) {
        return channel.writeAndFlush(version.majorVersion() > 1 ? new DefaultHttp2DataFrame(bytes) : bytes);
    }

    /** Nothing comes any more: says so, where the version can, and closes. */
    void end() {
        if (version.majorVersion() > 1) {
            var _ = channel.writeAndFlush(new DefaultHttp2DataFrame(true)).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        if (isChunked()) {
            var _ = channel.writeAndFlush(Unpooled.copiedBuffer(LAST_CHUNK, StandardCharsets.US_ASCII));
        }
        close();
    }

    void close() {
        var _ = channel.close();
    }

    /** Of what a client sends, who is to listen, nothing is of use. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }

    /** Lets bytes through, and no end of an answer that Reactor Netty takes for whole. */
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
        }
    }

    /** A client that ends TLS has left, whatever becomes of its TCP. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent) {
            var _ = context.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (!(failure instanceof IOException)) { // which is a reset by the client
            log.warn("a stream of events failed", failure);
        }
        var _ = context.close();
    }
}
