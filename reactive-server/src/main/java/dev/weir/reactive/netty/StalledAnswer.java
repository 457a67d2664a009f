package dev.weir.reactive.netty;

import dev.weir.throttle.SlowReaders;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2StreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * Closes the connection of a client that does not read its responses. Over HTTP/2, resets only the stream. While bytes
 * are unsent, {@link SlowReaders} checks that the client reads fast enough. Confined to the event loop.
 */
final class StalledAnswer extends ChannelOutboundHandlerAdapter implements SlowReaders.Body {
    private final Channel channel;
    private final SlowReaders slowReaders;
    private long handedBytes;
    /** Ends the checks that {@link SlowReaders} makes. Null while there are no checks. */
    private @Nullable Runnable unwatch;

    StalledAnswer(Channel channel, SlowReaders slowReaders) {
        this.channel = channel;
        this.slowReaders = slowReaders;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf buffer) {
            handedBytes += buffer.readableBytes();
        } else if (message instanceof FileRegion region) {
            handedBytes += region.count();
        }
        if (!holdsGrant()) { // all earlier bytes are sent, so the time starts anew
            stop();
        }
        var _ = context.write(message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        context.flush();
        if (!holdsGrant()) {
            stop();
        } else if (unwatch == null && !context.isRemoved()) {
            if (channel instanceof Http2StreamChannel stream) {
                StreamWindows.of(channel.parent()).count(stream.stream());
            }
            unwatch = slowReaders.watch(this, channel.eventLoop());
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        stop();
    }

    private void stop() {
        if (unwatch != null) {
            unwatch.run();
            unwatch = null;
        }
    }

    @Override
    public long written() {
        return channel instanceof Http2StreamChannel stream
                ? StreamWindows.of(channel.parent()).sent(stream.stream())
                : handedBytes - Outflow.waitingBytes(channel);
    }

    @Override
    public boolean holdsGrant() {
        return Outflow.waitingBytes(channel) > 0;
    }

    @Override
    public void cutOff() {
        cutOff(channel);
    }

    /**
     * Closes a connection, or resets an HTTP/2 stream. Sends no {@code close_notify} (TLS), which would wait until the
     * client reads. Sends the reset itself, because Netty's {@code close} does not always reset the stream.
     */
    static void cutOff(Channel channel) {
        if (channel instanceof Http2StreamChannel stream) {
            if (stream.isActive()) {
                var _ = stream.parent()
                        .writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.CANCEL).stream(stream.stream()));
            }
            var _ = stream.close();
        } else {
            var _ = channel.pipeline().firstContext().close();
        }
    }
}
