package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** One request on a connection of its own, of whose answer only the status counts: an operator's, or one to be refused. */
public final class Exchange extends ChannelInboundHandlerAdapter {
    private final byte[] request;
    private final Listener listener;
    private final long startNanos = System.nanoTime();
    private final ResponseHead head = new ResponseHead();
    private long firstByteNanos;
    private boolean over;

    /** Hears what came of it, once, on the generator's loop. */
    public interface Listener {
        /** With the end of its head as the last byte. */
        void answered(int status, ClosedLoop.Recorder.Timing timing);

        void failed(String reason);
    }

    private Exchange(String request, Listener listener) {
        this.request = request.getBytes(StandardCharsets.UTF_8);
        this.listener = listener;
    }

    /** Starts it from {@code source}, whose port may be 0. On the generator's loop. */
    public static void start(
            Generator generator,
            InetSocketAddress address,
            InetSocketAddress source,
            String request,
            Listener listener) {
        Exchange exchange = new Exchange(request, listener);
        generator.connect(address, source, exchange, exchange::fail);
    }

    /** A GET. */
    public static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }

    /** A POST of JSON, all of it ASCII. */
    public static String post(String path, String json) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json"
                + "\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        var _ = context.writeAndFlush(Unpooled.wrappedBuffer(request));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            read(in, System.nanoTime());
        } catch (IllegalStateException | IllegalArgumentException e) {
            fail(String.valueOf(e.getMessage()));
        } finally {
            in.release();
        }
        if (over) {
            var _ = context.close();
        }
    }

    private void read(ByteBuf in, long nowNanos) {
        if (firstByteNanos == 0) {
            firstByteNanos = nowNanos;
        }
        if (!over && head.read(in)) {
            int status = head.status();
            over = true;
            listener.answered(status, new ClosedLoop.Recorder.Timing(startNanos, firstByteNanos, nowNanos));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail("closed without an answer");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(String.valueOf(cause.getMessage()));
        var _ = context.close();
    }

    private void fail(String reason) {
        if (!over) {
            over = true;
            listener.failed(reason);
        }
    }
}
