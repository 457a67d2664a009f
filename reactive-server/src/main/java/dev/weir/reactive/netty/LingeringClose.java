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
 * Closes a connection while the client may still be sending (RFC 9112, 9.6). With a plain close, the kernel would reset
 * the connection because of unread bytes, and the client could lose the response.
 *
 * <p>The handler first closes the connection for writing. Then it discards at most 16 MiB of input, for at most
 * {@link ConnectionLimits#bodyTimeout}. Used only on the connection's event loop.
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

    /** Starts to close the connection. The caller must have written the whole response. A second call does nothing. */
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
