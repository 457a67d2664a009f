package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber that loses its connection and comes back with the last id that it saw. Confined to the generator's loop.
 */
final class ReturningClient implements EventFrames.Listener {
    private static final int OK = 200;
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Generator generator;
    private final InetSocketAddress server;
    private final InetSocketAddress address;
    private final Owner owner;
    private byte[] id = {};
    private int seen;
    private boolean back;
    private Stay stay = new Stay();

    /** Hears how the client fares; every call is on the generator's loop. */
    interface Owner {
        /** A stream has begun, once for each connection. */
        void answered();

        /**
         * An event came.
         *
         * @param number of the one that it must be, from 0
         * @throws IllegalStateException if it is not
         */
        void delivered(int number, byte[] bytes, int from, int to);

        /** The server, or a kernel, ended the connection; the client comes back in a second. */
        void cutOff();

        /** What came is wrong, and the client stays away. */
        void failed(String reason);
    }

    ReturningClient(Generator generator, InetSocketAddress server, Owner owner) {
        this.generator = generator;
        this.server = server;
        this.address = generator.freshAddress();
        this.owner = owner;
    }

    void come() {
        stay = new Stay();
        generator.connect(server, address, stay, owner::failed);
    }

    /** Loses the connection by a reset, and comes back at once. */
    void leaveAndComeBack() {
        stay.leave();
        back = true;
        come();
    }

    /** How many events it has got. */
    int seen() {
        return seen;
    }

    @Override
    public void id(byte[] bytes, int from, int to) {
        id = Arrays.copyOfRange(bytes, from, to);
    }

    @Override
    public void sign() {
        stay.answered();
    }

    @Override
    public void event(byte[] bytes, int from, int to) {
        stay.answered();
        owner.delivered(seen, bytes, from, to);
        seen++;
    }

    private byte[] request() {
        String lastId = back ? "\r\nLast-Event-ID: " + new String(id, StandardCharsets.US_ASCII) : "";
        return ("GET /events HTTP/1.1\r\nHost: localhost" + lastId + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** One connection. */
    private final class Stay extends ChannelInboundHandlerAdapter {
        private final ResponseHead head = new ResponseHead();
        private final EventFrames frames = new EventFrames(ReturningClient.this);
        private final EventFrames.ChunkedBody chunks = new EventFrames.ChunkedBody(frames);
        private @Nullable Channel channel;
        private boolean answered;
        private boolean left;

        void answered() {
            if (!answered) {
                answered = true;
                owner.answered();
            }
        }

        void leave() {
            left = true;
            if (channel != null && channel.isOpen()) {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
                var _ = channel.close();
            }
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            if (left) {
                var _ = context.close();
            } else {
                var _ = context.writeAndFlush(Unpooled.wrappedBuffer(request()), context.voidPromise());
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            try {
                if (!left) {
                    read(in);
                }
            } catch (IllegalStateException | IllegalArgumentException e) {
                leave();
                owner.failed(String.valueOf(e.getMessage()));
            } finally {
                in.release();
            }
        }

        private void read(ByteBuf in) {
            if (!head.isComplete()) {
                if (!head.read(in)) {
                    return;
                }
                if (head.status() != OK) {
                    throw new IllegalStateException("status " + head.status());
                }
            }
            if (head.isChunked()) {
                chunks.read(in);
            } else {
                frames.read(in, in.readableBytes());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            cutOff();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            cutOff();
        }

        private void cutOff() {
            if (!left) {
                leave();
                back = true;
                owner.cutOff();
                generator.after(RETRY, this::comeBack);
            }
        }

        /** Unless the client has done so meanwhile. */
        private void comeBack() {
            if (stay == this) {
                come();
            }
        }
    }
}
