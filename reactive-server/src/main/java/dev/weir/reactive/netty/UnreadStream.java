package dev.weir.reactive.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamChannel;

/**
 * Resets an HTTP/2 stream if its response is complete before its request is complete (RFC 9113, 8.1). Without the
 * reset, the client could continue to send the request body. Stateless.
 *
 * <p>Also hides from Reactor Netty that a client has broken a rule of HTTP/2 on the stream. Otherwise Reactor Netty
 * would log the client's fault as an error, with a stack trace. Netty resets the stream anyway.
 */
@Sharable
public final class UnreadStream extends ChannelDuplexHandler {
    static final UnreadStream INSTANCE = new UnreadStream();

    private UnreadStream() {}

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        ChannelPromise written = promise.unvoid();
        if (isLast(message)) {
            written.addListener(future -> end(context));
        }
        var _ = context.write(message, written);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (!isOfClient(failure)) {
            context.fireExceptionCaught(failure);
        }
    }

    /** Returns whether a failure is the client's fault. Netty then resets the stream after {@link #exceptionCaught}. */
    public static boolean isOfClient(Throwable failure) {
        return failure instanceof Http2Exception broken && broken.error() != Http2Error.INTERNAL_ERROR;
    }

    private static boolean isLast(Object message) {
        return (message instanceof Http2DataFrame data && data.isEndStream())
                || (message instanceof Http2HeadersFrame head && head.isEndStream());
    }

    private static void end(ChannelHandlerContext context) {
        if (context.channel() instanceof Http2StreamChannel stream
                && stream.stream().state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
            var _ = context.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR));
        }
    }
}
