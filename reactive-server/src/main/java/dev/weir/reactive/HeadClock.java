package dev.weir.reactive;

import dev.weir.connection.ConnectionLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client does not finish a head in time, however it trickles: the first, for which the time
 * runs from the start of the connection and through the TLS handshake, and each one after it from its first byte on.
 * Over HTTP/2, whatever {@link FrameScanner} says is owed.
 *
 * <p>Sees the bytes between TLS and the codec. Reactor Netty has a time for silence only, which each byte prolongs. One
 * timer a connection at most, and none while nothing is owed for long. Confined to the event loop.
 */
final class HeadClock extends ChannelInboundHandlerAdapter {
    private final ConnectionLimits limits;
    private @Nullable FrameScanner frames = new FrameScanner();
    /** Since when the client owes the end of a head; meaningless while it does not. */
    private long sinceNanos = System.nanoTime();

    private boolean owed = true;
    private boolean requestOpen;
    private long frameHeads;
    private @Nullable Future<?> alarm;

    HeadClock(ConnectionLimits limits) {
        this.limits = limits;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        watch(context);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        stop();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stop();
        context.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes && frames != null) {
            frames.scan(bytes);
            if (!frames.isHttp2()) {
                frames = null;
            }
        }
        if (frames == null && !owed && !requestOpen) {
            owe();
        }
        context.fireChannelRead(message);
        if (frames != null) {
            followFrames(frames);
        }
        watch(context);
    }

    private void followFrames(FrameScanner scanner) {
        boolean progress = scanner.heads() > frameHeads;
        frameHeads = scanner.heads();
        if (frameHeads == 0) {
            return; // the first head is owed from the start of the connection
        }
        if (!scanner.isOwed()) {
            owed = false;
        } else if (progress || !owed) {
            owe();
        }
    }

    private void owe() {
        owed = true;
        sinceNanos = System.nanoTime();
    }

    /** A head of HTTP/1.1 is in; what comes next is its body. */
    void headIsIn() {
        owed = false;
        requestOpen = true;
    }

    /** The body is in; what comes next is a head. */
    void requestIsIn() {
        requestOpen = false;
    }

    private void watch(ChannelHandlerContext context) {
        if (owed && alarm == null && !context.isRemoved()) {
            long leftNanos = sinceNanos + limits.headTimeout().toNanos() - System.nanoTime();
            alarm = context.executor().schedule(() -> rang(context), leftNanos, TimeUnit.NANOSECONDS);
        }
    }

    private void rang(ChannelHandlerContext context) {
        alarm = null;
        if (owed && System.nanoTime() - sinceNanos >= limits.headTimeout().toNanos()) {
            var _ = context.channel().close();
        } else {
            watch(context);
        }
    }

    private void stop() {
        if (alarm != null) {
            alarm.cancel(false);
        }
    }

    /** After TLS has agreed on HTTP/1.1 its handlers are there, and no byte has passed them. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        context.fireUserEventTriggered(event);
        if (event instanceof SslHandshakeCompletionEvent && context.pipeline().get(HttpServerCodec.class) != null) {
            RequestGate.install(context.pipeline(), limits);
        }
    }
}
