package dev.weir.perf.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A TCP proxy that delays requests and can corrupt answers. For small requests only: it buffers without a limit. */
public final class Relay implements AutoCloseable {
    private final EventLoop loop;
    private final ChannelGroup channels;
    private final InetSocketAddress upstream;
    private final Executor late;
    private final Queue<Runnable> waiting = new ArrayDeque<>(); // in the order of their bytes
    private volatile Duration delay;
    private @Nullable Spoiler spoiler;
    private final Channel server;

    /**
     * Listens on a free loopback port. Blocks until the port is open, so do not call this on an event loop.
     *
     * @param generator its event loop does all I/O of this relay
     * @param upstream the address of the server
     * @param delay the delay of the requests' bytes; answers are not delayed
     */
    public Relay(Generator generator, InetSocketAddress upstream, Duration delay) {
        this.upstream = upstream;
        this.delay = delay;
        loop = generator.loop();
        late = task -> {
            waiting.add(task);
            // Runs the oldest task, so bytes keep their order when the delay becomes shorter.
            var _ = loop.schedule(() -> waiting.remove().run(), this.delay.toNanos(), TimeUnit.NANOSECONDS);
        };
        channels = new DefaultChannelGroup(loop, true);
        server = new ServerBootstrap()
                .group(loop)
                .channel(EpollServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1024)
                // Reading starts when the connection to the server is open.
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel client) {
                        join(client);
                    }
                })
                .bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0))
                .syncUninterruptibly()
                .channel();
        channels.add(server);
    }

    /** Sets the delay of the requests' bytes that arrive from now on. May be called on any thread. */
    public void delay(Duration changed) {
        delay = changed;
    }

    /** Corrupts one part of an answer (the bytes of one read): changes it or drops it. */
    public interface Spoiler {
        /** Flips a bit in the last byte of a part, if this byte belongs to a body. */
        Spoiler WRONG_BYTE = part -> {
            boolean isBody = !part.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n");
            if (isBody) {
                int last = part.writerIndex() - 1;
                part.setByte(last, part.getByte(last) ^ 1);
            }
            return isBody;
        };
        /** Drops a part that contains an event. */
        Spoiler LOST_EVENT = part -> {
            boolean isEvent = part.toString(StandardCharsets.US_ASCII).contains("data:");
            if (isEvent) {
                part.clear();
            }
            return isEvent;
        };

        /** Corrupts {@code part} in place and returns true, or changes nothing and returns false. */
        boolean spoil(ByteBuf part);
    }

    /** Passes the next parts of answers to {@code with} until it has corrupted one. Call this on the event loop. */
    public void spoil(Spoiler with) {
        spoiler = with;
    }

    /** Returns how many parts of requests are delayed now. Call this method on the event loop. */
    int delayed() {
        return waiting.size();
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    private void join(Channel client) {
        channels.add(client);
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .handler(new Forward(client, Runnable::run) {
                    @Override
                    public void channelRead(ChannelHandlerContext context, Object message) {
                        if (spoiler != null && spoiler.spoil((ByteBuf) message)) {
                            spoiler = null;
                        }
                        super.channelRead(context, message);
                    }
                });
        ChannelFuture connecting = bootstrap.connect(upstream);
        channels.add(connecting.channel());
        var _ = connecting.addListener((ChannelFutureListener) connected -> {
            if (connected.isSuccess()) {
                Channel toServer = connected.channel();
                client.pipeline().addLast(new Forward(toServer, late));
                client.config().setAutoRead(true);
                toServer.config().setAutoRead(true);
            } else {
                var _ = client.close();
            }
        });
    }

    @Override
    public void close() {
        channels.close().awaitUninterruptibly(10_000);
    }

    private static class Forward extends ChannelInboundHandlerAdapter {
        private final Channel peer;
        private final Executor executor;

        Forward(Channel peer, Executor executor) {
            this.peer = peer;
            this.executor = executor;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            executor.execute(() -> {
                var _ = peer.writeAndFlush(message, peer.voidPromise());
            });
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            peer.config().setAutoRead(context.channel().isWritable());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            executor.execute(() -> {
                var _ = peer.close();
            });
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var _ = context.close();
        }
    }
}
