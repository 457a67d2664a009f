package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** A TCP connection of the {@link Generator}. Used only on the event loop. An exception in {@link #read} closes it. */
public abstract class Connection extends ChannelInboundHandlerAdapter {
    private @Nullable ChannelHandlerContext context;
    private boolean ended;

    protected abstract ChannelHandler decoder();

    protected abstract void opened();

    protected abstract void read(Object message);

    /** Called once when the connection ends, before the socket closes. {@code reason} is null for an expected end. */
    protected abstract void ended(@Nullable String reason);

    /** Called when the connection is lost. {@code error} is null if the server closed it in an orderly way. */
    protected void closed(@Nullable String error) {
        end(error == null ? "the server closed the connection" : error);
    }

    /** Calls {@link #ended} and closes the connection. Only the first call has an effect. */
    public final void end(@Nullable String reason) {
        if (!ended) {
            ended = true;
            ended(reason);
            close();
        }
    }

    /** Closes the connection without a call of {@link #ended}. Sends a TCP reset if {@code reset} is true. */
    public final void leave(boolean reset) {
        ended = true;
        if (reset && context != null && context.channel().isOpen()) {
            context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
        close();
    }

    protected final boolean isEnded() {
        return ended;
    }

    protected final void stopReading() {
        if (context != null) {
            context.channel().config().setAutoRead(false);
        }
    }

    public final boolean isActive() {
        return context != null && context.channel().isActive();
    }

    protected final void send(ByteBuf out) {
        if (context != null && !ended) {
            var _ = context.writeAndFlush(out, context.voidPromise());
        }
    }

    private void close() {
        if (context != null) {
            var _ = context.close();
        }
    }

    @Override
    public final void handlerAdded(ChannelHandlerContext added) {
        context = added;
        added.pipeline().addBefore(added.name(), null, decoder());
    }

    @Override
    public final void channelActive(ChannelHandlerContext context) {
        if (!ended) {
            opened();
        }
    }

    @Override
    public final void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!ended) {
                read(message);
            }
        } catch (IllegalStateException | IllegalArgumentException e) {
            end(String.valueOf(e.getMessage()));
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext context) {
        if (!ended) {
            closed(null);
        }
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!ended) {
            closed(String.valueOf(cause.getMessage()));
        }
        close();
    }
}
