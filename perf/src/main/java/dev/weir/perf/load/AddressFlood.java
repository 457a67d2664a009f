package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Requests of which each comes from another address, told by {@code X-Forwarded-For} over a few keep-alive connections:
 * the generator is a proxy that the server trusts.
 *
 * <p>Confined to the generator's loop, but for {@link #over()}.
 */
public final class AddressFlood {
    private final String path;
    /** Of the next address, and the first that is not asked for any more. */
    private int next;

    private final int end;
    private int underWay;
    private final Map<String, Long> outcomes = new TreeMap<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private AddressFlood(String path, int first, int end) {
        this.path = path;
        this.next = first;
        this.end = end;
    }

    /** Asks once for each address from number {@code first} to before {@code end}. On the generator's loop. */
    public static AddressFlood start(
            Generator generator, InetSocketAddress address, String path, int connections, int first, int end) {
        AddressFlood flood = new AddressFlood(path, first, end);
        for (int i = 0; i < Math.min(connections, end - first); i++) {
            flood.underWay++;
            Proxy proxy = flood.new Proxy();
            generator.connect(address, Generator.anyAddress(), proxy, proxy::end);
        }
        return flood;
    }

    /** Completes when every address has its answer, or the last connection is lost. */
    public CompletableFuture<Void> over() {
        return over;
    }

    /** How many answers had which status, and what became of connections that were lost. On the generator's loop. */
    public Map<String, Long> outcomes() {
        return Map.copyOf(outcomes);
    }

    /** One of 16 million, as no other of these numbers has it. */
    static String address(int number) {
        return "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
    }

    private final class Proxy extends ChannelInboundHandlerAdapter {
        private final ResponseHead head = new ResponseHead();
        private long bodyLeft;
        private boolean ended;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            send(context);
        }

        private void send(ChannelHandlerContext context) {
            if (next == end) {
                end(null);
                var _ = context.close();
                return;
            }
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: " + address(next++) + "\r\n\r\n";
            head.clear();
            var _ = context.writeAndFlush(
                    Unpooled.wrappedBuffer(request.getBytes(StandardCharsets.US_ASCII)), context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            try {
                read(context, in);
            } catch (IllegalStateException | IllegalArgumentException e) {
                end(String.valueOf(e.getMessage()));
                var _ = context.close();
            } finally {
                in.release();
            }
        }

        private void read(ChannelHandlerContext context, ByteBuf in) {
            if (!head.isComplete()) {
                if (!head.read(in)) {
                    return;
                }
                bodyLeft = Math.max(0, head.contentLength());
            }
            bodyLeft -= in.readableBytes();
            if (bodyLeft < 0) {
                throw new IllegalStateException("bytes after the end of the body");
            }
            if (bodyLeft == 0) {
                outcomes.merge(Integer.toString(head.status()), 1L, Long::sum);
                send(context);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end("connection lost");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            end(String.valueOf(cause.getMessage()));
            var _ = context.close();
        }

        void end(@Nullable String reason) {
            if (ended) {
                return;
            }
            ended = true;
            if (reason != null) {
                outcomes.merge(reason, 1L, Long::sum);
            }
            if (--underWay == 0) {
                over.complete(null);
            }
        }
    }
}
