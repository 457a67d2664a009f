package dev.weir.perf.events;

import dev.weir.perf.load.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events over one connection, in their order.
 *
 * <p>Those that are to come together are requests one after the other without an answer between, so that the server has
 * them at once. Confined to the generator's loop.
 */
final class EventPublisher extends ChannelInboundHandlerAdapter {
    private static final int CREATED = 201;
    /** As nchan says when nobody listens at that moment. */
    private static final int ACCEPTED = 202;

    private final byte[] request;
    private final Owner owner;
    private final ResponseHead head = new ResponseHead();
    private @Nullable ChannelHandlerContext context;
    /** Events that are published when the connection is there. */
    private ByteBuf waiting = Unpooled.EMPTY_BUFFER;

    private int underWay;
    private long bodyLeft;
    private boolean failed;

    /** Hears what becomes of the events; every call is on the generator's loop. */
    interface Owner {
        /** All that were given are taken. */
        void published();

        /** It publishes no more; called once. */
        void failed(String reason);
    }

    EventPublisher(String token, Owner owner) {
        this.owner = owner;
        request = ("POST /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: text/plain\r\nContent-Length: " + EventRecorder.TEXT_BYTES + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether it may be given events. */
    boolean isIdle() {
        return underWay == 0 && !failed;
    }

    /** Publishes them, at once if the connection is there, else as soon as it is. */
    void publish(List<byte[]> texts) {
        underWay = texts.size();
        ByteBuf requests = Unpooled.buffer(texts.size() * (request.length + EventRecorder.TEXT_BYTES));
        texts.forEach(text -> requests.writeBytes(request).writeBytes(text));
        if (context == null) {
            waiting = requests;
        } else {
            var _ = context.writeAndFlush(requests, context.voidPromise());
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        this.context = context;
        var _ = context.writeAndFlush(waiting, context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            read(in);
        } catch (IllegalStateException | IllegalArgumentException e) {
            fail(String.valueOf(e.getMessage()));
        } finally {
            in.release();
        }
    }

    private void read(ByteBuf in) {
        while (in.isReadable()) {
            if (underWay == 0) {
                throw new IllegalStateException("bytes that nobody asked for");
            }
            if (!head.isComplete()) {
                if (!head.read(in)) {
                    return;
                }
                checkHead();
            }
            int bytes = (int) Math.min(bodyLeft, in.readableBytes());
            in.skipBytes(bytes);
            bodyLeft -= bytes;
            if (bodyLeft == 0) {
                head.clear();
                underWay--;
            }
        }
        if (underWay == 0) {
            owner.published();
        }
    }

    private void checkHead() {
        if (head.status() != CREATED && head.status() != ACCEPTED) {
            throw new IllegalStateException("status " + head.status());
        }
        bodyLeft = head.contentLength();
        if (bodyLeft < 0) {
            throw new IllegalStateException("no length");
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail("the server closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(String.valueOf(cause.getMessage()));
    }

    /** Says so once: whatever follows a failure follows from it. */
    void fail(String reason) {
        if (!failed) {
            failed = true;
            owner.failed("publishing: " + reason);
            if (context != null) {
                var _ = context.close();
            }
        }
    }
}
