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
 * Cuts off a client that does not read its responses. While bytes are pending, {@link SlowReaders} checks that the
 * client takes the configured minimum. Otherwise it closes the connection, or resets the HTTP/2 stream.
 *
 * <p>Stands first in the pipeline, so it counts the bytes that reach the socket. On an HTTP/2 connection each stream
 * has one more, since bytes behind a closed window never reach the socket. A body that waits for a grant has no pending
 * bytes, so its client is not cut off. Confined to the event loop.
 */
final class StalledAnswer extends ChannelOutboundHandlerAdapter implements SlowReaders.Body {
    private final Channel channel;
    private final SlowReaders slowReaders;
    private long handedBytes;
    /** Ends the watch. Null when the channel is not watched, since no bytes are pending. */
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
        if (!holdsGrant()) { // everything before it is sent, so its time begins now
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

    /** Whether bytes are pending. */
    @Override
    public boolean holdsGrant() {
        return Outflow.waitingBytes(channel) > 0;
    }

    @Override
    public void cutOff() {
        cutOff(channel);
    }

    /**
     * Closes a connection without TLS's closing record, which would wait for the client. Resets an HTTP/2 stream
     * explicitly: Netty's {@code close} sends no reset if the last frame is already queued.
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
