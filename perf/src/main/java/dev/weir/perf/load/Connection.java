package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the generator, which reads what comes and says once how it ended.
 *
 * <p>An {@link IllegalStateException} or {@link IllegalArgumentException} from {@link #read} ends the connection, and its
 * message is the reason. Every method is called on the generator's loop.
 */
public abstract class Connection extends ChannelInboundHandlerAdapter {
    private @Nullable ChannelHandlerContext context;
    private boolean ended;

    /** The connection is open. */
    protected abstract void opened();

    /** Takes all of {@code in}. */
    protected abstract void read(ByteBuf in, long nowNanos);

    /**
     * Nothing more is read; called once, before the connection is closed.
     *
     * @param reason null when it ended as it should
     */
    protected abstract void ended(@Nullable String reason);

    /**
     * The server closed the connection.
     *
     * @param error what the kernel or Netty said, or null
     */
    protected void closed(@Nullable String error) {
        end(error == null ? "the server closed the connection" : error);
    }

    /** Closes the connection and tells the reason, unless it ended before: what follows an end follows from it. */
    public final void end(@Nullable String reason) {
        if (!ended) {
            ended = true;
            ended(reason);
            close();
        }
    }

    /**
     * Closes the connection without a call of {@link #ended}.
     *
     * @param reset as a killed process does
     */
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

    /** Reads nothing more, so that the server's bytes wait in the kernels. */
    protected final void stopReading() {
        if (context != null) {
            context.channel().config().setAutoRead(false);
        }
    }

    /** Whether the connection is open. */
    public final boolean isActive() {
        return context != null && context.channel().isActive();
    }

    protected final void send(ByteBuf out) {
        if (context != null && !ended) {
            var _ = context.writeAndFlush(out, context.voidPromise());
        }
    }

    protected final void send(String request) {
        send(Unpooled.wrappedBuffer(request.getBytes(StandardCharsets.US_ASCII)));
    }

    private void close() {
        if (context != null) {
            var _ = context.close();
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public final void channelActive(ChannelHandlerContext context) {
        if (!ended) {
            opened();
        }
    }

    @Override
    public final void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (!ended) {
                read(in, System.nanoTime());
            }
        } catch (IllegalStateException | IllegalArgumentException e) {
            end(String.valueOf(e.getMessage()));
        } finally {
            in.release();
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
