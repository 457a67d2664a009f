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

/** A slow HTTP service. It runs on the load generator's event loop, so it uses no CPU time of the measured server. */
public final class SlowService implements AutoCloseable {
    private static final int MOST_REQUEST_BYTES = 8 * 1024;

    private final ChannelGroup channels;
    private final byte[] body;
    private volatile long delayNanos;

    /** Listens at {@code address}. Answers each request with {@code body} (ASCII) after {@code delay}. */
    public SlowService(Generator generator, InetSocketAddress address, Duration delay, String body) {
        this.body = body.getBytes(StandardCharsets.US_ASCII);
        delayNanos = delay.toNanos();
        channels = new DefaultChannelGroup(generator.loop(), true);
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
                                .addLast(new Delayed());
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel());
    }

    /** Changes the delay of all requests that come from now on. */
    public void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    @Override
    public void close() {
        channels.close().awaitUninterruptibly(10_000);
    }

    private final class Delayed extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            var _ = context.executor().schedule(() -> answer(context), delayNanos, TimeUnit.NANOSECONDS);
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
