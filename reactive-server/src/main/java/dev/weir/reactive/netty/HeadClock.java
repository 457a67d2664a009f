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
 * Closes a connection whose client does not complete a head in time. The time for the first head runs from the start of
 * the connection, so it includes the TLS handshake. The time for each later head runs from the first byte of that head.
 * Over HTTP/2 the time applies to whatever {@link FrameScanner} reports as owed.
 *
 * <p>Stands between TLS and the codec. Reactor Netty only has a time-out for silence, which each byte prolongs. A
 * connection has at most one timer, and no timer if no head is owed when the last one ends. Confined to the event loop.
 */
final class HeadClock extends ChannelInboundHandlerAdapter {
    private final ConnectionLimits limits;
    private @Nullable FrameScanner frames = new FrameScanner();
    /** Since when the client owes the end of a head; meaningless while {@link #owed} is false. */
    private long sinceNanos = System.nanoTime();

    private boolean owed = true;
    private boolean requestOpen;
    private long frameSteps;
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
        boolean progress = scanner.steps() > frameSteps;
        frameSteps = scanner.steps();
        if (scanner.heads() == 0) {
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

    /** An HTTP/1.1 head is complete; its body comes next. */
    void headIsIn() {
        owed = false;
        requestOpen = true;
    }

    /** The body is complete; a head comes next. */
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

    /** When TLS has negotiated HTTP/1.1, the codec is in the pipeline, and no byte has reached it yet. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        context.fireUserEventTriggered(event);
        if (event instanceof SslHandshakeCompletionEvent && context.pipeline().get(HttpServerCodec.class) != null) {
            RequestGate.install(context.pipeline(), limits);
        }
    }
}
