package dev.weir.perf.events;

import dev.weir.perf.load.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One who is to get every event once, in its order, over a connection of its own.
 *
 * <p>Whatever is wrong ends it. Confined to the generator's loop.
 */
abstract sealed class EventClient extends ChannelInboundHandlerAdapter permits EventClient.StreamClient, PollClient {
    private final Owner owner;
    private @Nullable ChannelHandlerContext context;
    private int seen;
    private boolean ready;
    private boolean ended;

    /** Hears how the client fares; every call is on the generator's loop. */
    interface Owner {
        /** The server has answered: whatever is published from now on must come. Called once. */
        void ready();

        /**
         * An event came.
         *
         * @param number of the one that it must be, from 0
         * @throws IllegalStateException if it is not
         */
        void delivered(int number, byte[] bytes, int from, int to, long nowNanos);

        /** Nothing comes any more; called once. */
        void ended(EventClient client, String reason);
    }

    EventClient(Owner owner) {
        this.owner = owner;
    }

    /** The connection is there. */
    abstract void begin();

    /**
     * Takes all of {@code in}.
     *
     * @throws IllegalStateException if something is wrong, also {@link IllegalArgumentException}
     */
    abstract void read(ByteBuf in, long nowNanos);

    /** How many events it has got. */
    final int seen() {
        return seen;
    }

    final void ready() {
        if (!ready) {
            ready = true;
            owner.ready();
        }
    }

    final void event(byte[] bytes, int from, int to, long nowNanos) {
        owner.delivered(seen++, bytes, from, to, nowNanos);
    }

    final void get(String pathAndFields) {
        if (context != null && !ended) {
            byte[] request = ("GET " + pathAndFields + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
            var _ = context.writeAndFlush(Unpooled.wrappedBuffer(request), context.voidPromise());
        }
    }

    @Override
    public final void channelActive(ChannelHandlerContext context) {
        this.context = context;
        begin();
    }

    @Override
    public final void channelRead(ChannelHandlerContext context, Object message) {
        long nowNanos = System.nanoTime();
        ByteBuf in = (ByteBuf) message;
        try {
            if (!ended) {
                read(in, nowNanos);
            }
        } catch (IllegalStateException | IllegalArgumentException e) {
            end(String.valueOf(e.getMessage()));
        } finally {
            in.release();
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext context) {
        end("the server closed the connection");
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(String.valueOf(cause.getMessage()));
    }

    /** Says so once: whatever follows the end follows from it. */
    final void end(String reason) {
        if (!ended) {
            ended = true;
            owner.ended(this, reason);
            if (context != null) {
                var _ = context.close();
            }
        }
    }

    /** Reads events as a stream, which never ends. */
    static final class StreamClient extends EventClient implements EventFrames.Listener {
        private static final int OK = 200;

        private final ResponseHead head = new ResponseHead();
        private final EventFrames frames = new EventFrames(this);
        private final EventFrames.ChunkedBody chunks = new EventFrames.ChunkedBody(frames);
        private boolean chunked;
        private long nowNanos;

        StreamClient(Owner owner) {
            super(owner);
        }

        @Override
        void begin() {
            get("/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream");
        }

        @Override
        void read(ByteBuf in, long nowNanos) {
            this.nowNanos = nowNanos;
            if (!head.isComplete()) {
                if (!head.read(in)) {
                    return;
                }
                checkHead();
            }
            if (chunked) {
                chunks.read(in);
            } else {
                frames.read(in, in.readableBytes());
            }
        }

        /** Without chunks a stream is whatever comes until the server closes. */
        private void checkHead() {
            if (head.status() != OK) {
                throw new IllegalStateException("status " + head.status());
            }
            if (head.contentLength() >= 0) {
                throw new IllegalStateException("a stream with an end");
            }
            chunked = head.isChunked();
        }

        @Override
        public void sign() {
            ready();
        }

        @Override
        public void event(byte[] bytes, int from, int to) {
            ready();
            event(bytes, from, to, nowNanos);
        }
    }
}
