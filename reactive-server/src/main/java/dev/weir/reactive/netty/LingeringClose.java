package dev.weir.reactive.netty;

import dev.weir.connection.ConnectionLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Closes a connection on which the client may still send (RFC 9112, 9.6). It closes the connection for writing,
 * discards what the client sends for a while, and then closes the connection.
 *
 * <p>A socket that is closed with unread bytes is reset, and the client may lose the response by the reset. Bytes and
 * time of the discarding are limited. This handler is the first in the pipeline after TLS, so no handler behind it sees
 * these bytes. Confined to the event loop.
 */
final class LingeringClose extends ChannelDuplexHandler {
    private static final long MOST_BYTES = DataSize.ofMegabytes(16).toBytes();

    private final ConnectionLimits limits;
    private long bytes;
    private boolean over;
    private @Nullable Future<?> alarm;

    private LingeringClose(ConnectionLimits limits) {
        this.limits = limits;
    }

    /** Begins. Call it once the response has been written. */
    static void begin(ChannelHandlerContext context, ConnectionLimits limits) {
        if (context.channel().isActive() && context.pipeline().get(LingeringClose.class) == null) {
            LingeringClose own = new LingeringClose(limits);
            String clock = context.pipeline().context(HeadClock.class).name();
            context.pipeline().addBefore(clock, LingeringClose.class.getSimpleName(), own);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls != null) {
            var _ = tls.closeOutbound();
        } else if (context.channel() instanceof DuplexChannel socket) {
            var _ = socket.shutdownOutput();
        }
        alarm = context.executor()
                .schedule(
                        () -> end(context, context.newPromise()),
                        limits.bodyTimeout().toNanos(),
                        TimeUnit.NANOSECONDS);
        context.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        bytes += message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
        ReferenceCountUtil.release(message);
        if (bytes > MOST_BYTES) {
            end(context, context.newPromise());
        }
    }

    /** A later handler wants to close at once; the close waits until the discarding is over. */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (over) {
            var _ = context.close(promise);
        } else {
            context.channel().closeFuture().addListener(closed -> promise.trySuccess());
        }
    }

    private void end(ChannelHandlerContext context, ChannelPromise promise) {
        over = true;
        var _ = context.close(promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (alarm != null) {
            alarm.cancel(false);
        }
        context.fireChannelInactive();
    }
}
