package dev.weir.reactive.tuned.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import reactor.core.publisher.MonoSink;

/**
 * Writes an event stream through Reactor Netty's own response. Used only if {@code weir.tuning.stream-connection} is
 * false, to measure how much memory {@link StreamConnection} saves. Confined to the event loop.
 */
final class OpenResponse implements EventOutput {
    private final Channel channel;
    private final MonoSink<Void> sink;

    private OpenResponse(Channel channel, MonoSink<Void> sink) {
        this.channel = channel;
        this.sink = sink;
    }

    /**
     * @param sink completes the response body that Reactor Netty is writing
     * @param left runs when the response has ended or the client has disconnected
     */
    static OpenResponse of(Channel channel, MonoSink<Void> sink, Runnable left) {
        sink.onDispose(left::run);
        return new OpenResponse(channel, sink);
    }

    @Override
    public boolean isChunked() {
        return false;
    }

    @Override
    public ChannelFuture send(ByteBuf bytes, int content) {
        return channel.writeAndFlush(bytes);
    }

    @Override
    public void end() {
        sink.success();
    }

    @Override
    public void close() {
        var _ = channel.close();
    }
}
