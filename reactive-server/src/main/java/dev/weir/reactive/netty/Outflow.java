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
 * Finds the Netty channel of a response, writes bodies to the channel without WebFlux, and counts the channel's pending
 * bytes. Stateless and thread-safe.
 */
public final class Outflow {
    private Outflow() {}

    /** Returns the channel of a response's connection or, over HTTP/2, of its stream. Any thread may call this. */
    public static Channel channel(ServerHttpResponse response) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        Channel[] channel = new Channel[1];
        netty.withConnection(connection -> channel[0] = connection.channel());
        return channel[0];
    }

    /**
     * Sends status and fields, then subscribes to a body that writes itself to the connection.
     *
     * <p>This method calls WebFlux's {@code setComplete}. That call does not end the response. It only passes status
     * and fields to Reactor Netty, which sends them before the body.
     *
     * @param body called once for each subscriber, on any thread
     * @return a {@code Mono} that completes or fails when the body does
     */
    public static Mono<Void> write(ServerHttpResponse response, Supplier<? extends Publisher<Void>> body) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        return response.setComplete()
                .then(Mono.defer(() -> netty.then(body.get()).then()));
    }

    /**
     * Returns the number of bytes that were written to a connection or stream and are not sent yet. Returns 0 if the
     * channel is closed. Must be called on the channel's event loop.
     */
    static long waitingBytes(Channel channel) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        if (waiting != null) {
            return waiting.totalPendingWriteBytes() - waiting.currentProgress();
        }
        return channel instanceof Http2StreamChannel && channel.isActive() ? waitingInStream(channel) : 0; // closed
    }

    /**
     * Computes the number of pending bytes of an HTTP/2 stream from the stream's water marks, because a stream has no
     * outbound buffer.
     */
    private static long waitingInStream(Channel channel) {
        return channel.isWritable()
                ? channel.config().getWriteBufferHighWaterMark() + 1 - channel.bytesBeforeUnwritable()
                : channel.config().getWriteBufferLowWaterMark() - 1 + channel.bytesBeforeWritable();
    }
}
