package dev.weir.reactive;

import dev.weir.throttle.SlowReaders;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A body that {@code writeWith} hands to a connection as it comes, for those who look whether its client is slow:
 * what was handed over and does not wait there has left. Looked at on the event loop.
 */
final class Outflow implements SlowReaders.Body {
    private final Channel channel;
    private final AtomicLong handedBytes = new AtomicLong();

    Outflow(Channel channel) {
        this.channel = channel;
    }

    /** The connection of a response. */
    static Channel channel(ServerHttpResponse response) {
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        Channel[] channel = new Channel[1];
        netty.withConnection(connection -> channel[0] = connection.channel());
        return channel[0];
    }

    /** One more part of the body; any thread. */
    void handed(DataBuffer buffer) {
        handedBytes.addAndGet(buffer.readableByteCount());
    }

    @Override
    public long written() {
        return handedBytes.get() - waitingBytes(channel);
    }

    @Override
    public boolean holdsGrant() {
        return waitingBytes(channel) > 0;
    }

    @Override
    public void cutOff() {
        StalledAnswer.cutOff(channel);
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
