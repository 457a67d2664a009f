package dev.weir.reactive.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Finds the connection of a response, writes bodies to it past WebFlux, and counts its pending bytes. Has no state, so
 * it is thread-safe.
 */
public final class Outflow {
    private Outflow() {}

    /** The connection of a response, or its stream over HTTP/2. Any thread may call this. */
    public static Channel channel(ServerHttpResponse response) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        Channel[] channel = new Channel[1];
        netty.withConnection(connection -> channel[0] = connection.channel());
        return channel[0];
    }

    /**
     * Sends status and fields, then a body that writes itself to the connection.
     *
     * <p>WebFlux's {@code setComplete} does not end the response here. It only gives status and fields to Reactor
     * Netty, which sends them before the body.
     *
     * @param body called once for each subscriber, on any thread
     * @return completes, or fails, as the body does
     */
    public static Mono<Void> write(ServerHttpResponse response, Supplier<? extends Publisher<Void>> body) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        return response.setComplete()
                .then(Mono.defer(() -> netty.then(body.get()).then()));
    }

    /**
     * Bytes that are written to a connection or stream and not yet sent. 0 if it is closed. Call it on its event loop.
     */
    static long waitingBytes(Channel channel) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        if (waiting != null) {
            return waiting.totalPendingWriteBytes() - waiting.currentProgress();
        }
        return channel instanceof Http2StreamChannel && channel.isActive() ? waitingInStream(channel) : 0; // closed
    }

    /** An HTTP/2 stream has no buffer of its own. It only tells how far its pending bytes are from its water marks. */
    private static long waitingInStream(Channel channel) {
        return channel.isWritable()
                ? channel.config().getWriteBufferHighWaterMark() + 1 - channel.bytesBeforeUnwritable()
                : channel.config().getWriteBufferLowWaterMark() - 1 + channel.bytesBeforeWritable();
    }
}
