package dev.weir.perf.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A service that answers each request after the same delay. It runs on the load generator's event loop, so the
 * measured server pays only for its call and its wait.
 */
public final class SlowService implements AutoCloseable {
    private static final int MOST_REQUEST_BYTES = 8 * 1024;

    private final ChannelGroup channels;

    /**
     * Listens at {@code address} from now on.
     *
     * @param delay from the last byte of a request until its answer is written
     * @param body of each answer, in ASCII
     */
    public SlowService(Generator generator, InetSocketAddress address, Duration delay, String body) {
        channels = new DefaultChannelGroup(generator.loop(), true);
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        channels.add(new ServerBootstrap()
                .group(generator.loop())
                .channel(EpollServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel client) {
                        channels.add(client);
                        client.pipeline()
                                .addLast(new HttpServerCodec())
                                .addLast(new HttpObjectAggregator(MOST_REQUEST_BYTES))
                                .addLast(new Delayed(delay, bytes));
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel());
    }

    @Override
    public void close() {
        channels.close().awaitUninterruptibly(10_000);
    }

    private static final class Delayed extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final Duration delay;
        private final byte[] body;

        Delayed(Duration delay, byte[] body) {
            this.delay = delay;
            this.body = body;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            var _ = context.executor().schedule(() -> answer(context), delay.toNanos(), TimeUnit.NANOSECONDS);
        }

        private void answer(ChannelHandlerContext context) {
            FullHttpResponse answer = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(body));
            answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
            answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
            var _ = context.writeAndFlush(answer);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var _ = context.close();
        }
    }
}
