package dev.weir.reactive;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.Map;
import reactor.netty.Connection;

/**
 * The connection of a stream of HTTP/1.1, taken out of Reactor Netty's hands once status and fields are sent.
 *
 * <p>What it and Spring keep for a request that is being answered is some 11 KB. A stream that has begun needs nothing of
 * it: all that can still be read is the end, and what is written are chunks of bytes. So the pipeline is emptied, but for
 * TLS, the chain of {@code Mono}s completes, and what it would do to the connection as it ends is done here to nothing.
 *
 * <p>Confined to the event loop.
 */
final class StreamConnection extends ChannelDuplexHandler {
    private final Runnable left;
    private boolean gone;

    private StreamConnection(Runnable left) {
        this.left = left;
    }

    /**
     * Takes it over.
     *
     * @param left runs when the connection has ended, however it did
     */
    static void takeOver(Connection connection, Runnable left) {
        connection.markPersistent(true); // or Reactor Netty closes it, once its answer has ended
        Channel channel = connection.channel();
        ChannelPipeline pipeline = channel.pipeline();
        List<Map.Entry<String, ChannelHandler>> before =
                List.copyOf(pipeline.toMap().entrySet());
        StreamConnection own = new StreamConnection(left);
        pipeline.addLast(own);
        for (Map.Entry<String, ChannelHandler> handler : before.reversed()) { // what one has kept goes to the next
            if (!(handler.getValue() instanceof SslHandler)) {
                pipeline.remove(handler.getKey());
            }
        }
        channel.config().setAutoRead(true); // which is how the end is seen
        if (!channel.isActive()) {
            own.leave();
        }
    }

    /** Of what a client sends, who is to listen, nothing is of use. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }

    /** Lets bytes through, and no end of an answer that Reactor Netty takes for whole. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf) {
            var _ = context.write(message, promise);
        } else {
            ReferenceCountUtil.release(message);
            promise.trySuccess();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        leave();
    }

    private void leave() {
        if (!gone) {
            gone = true;
            left.run();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        var _ = context.close(); // reset by the client
    }
}
