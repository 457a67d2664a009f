package dev.weir.reactive;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2StreamChannel;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/** Finds a response's connection, and counts the bytes that wait there. */
final class Outflow {
    private Outflow() {}

    /** The connection of a response. */
    static Channel channel(ServerHttpResponse response) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        Channel[] channel = new Channel[1];
        netty.withConnection(connection -> channel[0] = connection.channel());
        return channel[0];
    }

    /** Bytes that a connection or a stream holds and has not sent; 0 when it is closed. On its event loop. */
    static long waitingBytes(Channel channel) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        if (waiting != null) {
            return waiting.totalPendingWriteBytes() - waiting.currentProgress();
        }
        return channel instanceof Http2StreamChannel && channel.isActive() ? waitingInStream(channel) : 0; // closed
    }

    /** A stream of HTTP/2 has no buffer of its own, and tells how far it is from its marks. */
    private static long waitingInStream(Channel channel) {
        return channel.isWritable()
                ? channel.config().getWriteBufferHighWaterMark() + 1 - channel.bytesBeforeUnwritable()
                : channel.config().getWriteBufferLowWaterMark() - 1 + channel.bytesBeforeWritable();
    }
}
