package dev.weir.reactive.netty;

import dev.weir.clients.Admission;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServerResponse;

/** Writes response bodies to Netty's channel without WebFlux. Stateless and thread-safe. */
public final class Outflow {
    private Outflow() {}

    /** Returns the channel of the response's connection or, over HTTP/2, of its stream. Any thread may call this. */
    public static Channel channel(ServerHttpResponse response) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        Channel[] channel = new Channel[1];
        netty.withConnection(connection -> channel[0] = connection.channel());
        return channel[0];
    }

    /**
     * Registers a task that aborts the response in the cases of {@link Admission#onCutOff}. The task closes an HTTP/1.1
     * connection. Over HTTP/2, it resets only the stream. Any thread may call this method.
     *
     * @return a callback that ends the registration. Run the callback on the event loop when the response has ended. If
     *     the response has failed, any thread may run the callback, because the connection or stream then ends anyway
     */
    public static Runnable endWithKey(ServerHttpResponse response, Admission admission) {
        Channel channel = channel(response);
        return admission.onCutOff(channel.eventLoop(), () -> StalledAnswer.cutOff(channel));
    }

    /**
     * Sends status and header fields, then subscribes to a {@code Publisher} that writes the body to the channel.
     *
     * @param body creates the {@code Publisher}, once for each subscriber and on any thread
     * @return a {@code Mono} that completes or fails when the {@code Publisher} completes or fails
     */
    public static Mono<Void> write(ServerHttpResponse response, Supplier<? extends Publisher<Void>> body) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        return response.setComplete() // only passes status and fields to Reactor Netty
                .then(Mono.defer(() -> netty.then(body.get()).then()));
    }

    /** Closes the connection, or resets the HTTP/2 stream, because the response cannot be completed. */
    public static Mono<Void> cutOff(ServerHttpResponse response) {
        Channel channel = channel(response);
        return Mono.<Void>fromRunnable(() -> StalledAnswer.cutOff(channel))
                .subscribeOn(Schedulers.fromExecutor(channel.eventLoop()));
    }

    /** Returns the number of bytes that are written to the channel but not yet sent. Call it on the event loop. */
    static long waitingBytes(Channel channel) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        if (waiting != null) {
            return waiting.totalPendingWriteBytes() - waiting.currentProgress();
        }
        return channel instanceof Http2StreamChannel && channel.isActive() ? waitingInStream(channel) : 0; // closed
    }

    /**
     * Returns the number of unsent bytes of an HTTP/2 stream. Netty tells only how far this number is from a limit: the
     * high water mark while the stream is writable, or else the low water mark.
     */
    private static long waitingInStream(Channel channel) {
        return channel.isWritable()
                ? channel.config().getWriteBufferHighWaterMark() + 1 - channel.bytesBeforeUnwritable()
                : channel.config().getWriteBufferLowWaterMark() - 1 + channel.bytesBeforeWritable();
    }
}
