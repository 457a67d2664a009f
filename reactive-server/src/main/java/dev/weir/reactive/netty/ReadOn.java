package dev.weir.reactive.netty;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * Makes an HTTP/1.1 connection read again when a response is sent. Stateless.
 *
 * <p>Reactor Netty 1.3.7 turns reading off when a request begins, and on again with the end of the request. It queues a
 * request that arrives before the previous response is complete. If it then answers that request at once, the end of
 * the request is still in the queue, and is dropped. Without this handler, it would never read the next request.
 */
@Sharable
public final class ReadOn extends ChannelOutboundHandlerAdapter {
    private static final ReadOn INSTANCE = new ReadOn();

    private ReadOn() {}

    /** Adds this handler to the pipeline of an HTTP/1.1 connection. */
    public static void install(ChannelPipeline pipeline) {
        String codec = pipeline.context(HttpServerCodec.class).name();
        pipeline.addAfter(codec, ReadOn.class.getSimpleName(), INSTANCE);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent) {
            promise = promise.unvoid().addListener(sent -> context.read());
        }
        var _ = context.write(message, promise);
    }
}
