package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Subscribers, each of an address of its own, that read the beginning of their stream and nothing more. On the loop. */
public final class Stalled {
    private final List<Channel> open = new ArrayList<>();
    private int begun;

    /** Has so many come. */
    public void start(Generator generator, InetSocketAddress server, int count) {
        for (int i = 0; i < count; i++) {
            open.add(generator
                    .connect(server, generator.freshAddress(), new Subscriber())
                    .channel());
        }
    }

    /** How many have begun to read, and stopped. */
    public int begun() {
        return begun;
    }

    /** How many the server still keeps; who does not read hears of the end by a reset only. */
    public long open() {
        return open.stream().filter(Channel::isActive).count();
    }

    private final class Subscriber extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            byte[] request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            var _ = context.writeAndFlush(Unpooled.wrappedBuffer(request), context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
            if (context.channel().config().isAutoRead()) {
                context.channel().config().setAutoRead(false);
                begun++;
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var _ = context.close();
        }
    }
}
