package dev.weir.reactive.netty;

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
 * Closes a connection if a request's head (request line and header fields) is not complete in time. Reactor Netty's own
 * time-out does not suffice, because it restarts with each byte.
 *
 * <p>The time for the first head includes the TLS handshake. The time for a later head starts with its first byte. In
 * HTTP/2, the limit applies to each frame and each head. {@link FrameScanner} detects incomplete frames and heads. Used
 * only on the connection's event loop.
 */
final class HeadClock extends ChannelInboundHandlerAdapter {
    private final ConnectionLimits limits;
    private final Runnable chosen;
    /** Finds incomplete HTTP/2 frames. Null after the first bytes have shown that the client does not use HTTP/2. */
    private @Nullable FrameScanner frames = new FrameScanner();
    /** The start of the current time limit, in nanoseconds. Used only while a head or frame is awaited. */
    private long sinceNanos;

    private boolean owed = true;
    private boolean requestOpen;
    private long frameSteps;
    private @Nullable Future<?> alarm;

    /** @param chosen runs when a TLS handshake has chosen HTTP/1.1, before any request is decoded */
    HeadClock(ConnectionLimits limits, Runnable chosen) {
        this.limits = limits;
        this.chosen = chosen;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        sinceNanos = nanoTime(context);
        watch(context);
    }

    private static long nanoTime(ChannelHandlerContext context) {
        return context.executor().ticker().nanoTime();
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
            owe(context);
        }
        context.fireChannelRead(message);
        if (frames != null) {
            followFrames(frames, context);
        }
        watch(context);
    }

    private void followFrames(FrameScanner scanner, ChannelHandlerContext context) {
        boolean progress = scanner.steps() > frameSteps;
        frameSteps = scanner.steps();
        if (scanner.heads() == 0) {
            return; // the client owes the first head since the start of the connection
        }
        if (!scanner.isOwed()) {
            owed = false;
        } else if (progress || !owed) {
            owe(context);
        }
    }

    private void owe(ChannelHandlerContext context) {
        owed = true;
        sinceNanos = nanoTime(context);
    }

    /** Stops the time limit, because the request's head is complete. The next bytes belong to the request's body. */
    void headIsIn() {
        owed = false;
        requestOpen = true;
    }

    /** Tells this handler that the request's body is complete. The next byte starts the next head's time limit. */
    void requestIsIn() {
        requestOpen = false;
    }

    private void watch(ChannelHandlerContext context) {
        if (owed && alarm == null && !context.isRemoved()) {
            long leftNanos = sinceNanos + limits.headTimeout().toNanos() - nanoTime(context);
            alarm = context.executor().schedule(() -> rang(context), leftNanos, TimeUnit.NANOSECONDS);
        }
    }

    private void rang(ChannelHandlerContext context) {
        alarm = null;
        if (owed && nanoTime(context) - sinceNanos >= limits.headTimeout().toNanos()) {
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

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        context.fireUserEventTriggered(event);
        if (event instanceof SslHandshakeCompletionEvent
                && context.pipeline().get(HttpServerCodec.class) != null
                && context.pipeline().get(RequestGate.class) == null) {
            chosen.run();
        }
    }
}
