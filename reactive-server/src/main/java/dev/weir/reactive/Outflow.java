package dev.weir.reactive;

import dev.weir.throttle.SlowReaders;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A body that {@code writeWith} hands to an HTTP/1.1 connection as it comes, for those who look whether its client is slow:
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
        return handedBytes.get() - waitingBytes();
    }

    @Override
    public boolean holdsGrant() {
        return waitingBytes() > 0;
    }

    @Override
    public void cutOff() {
        var _ = channel.close();
    }

    private long waitingBytes() {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes() - waiting.currentProgress(); // none: it is closed
    }
}
