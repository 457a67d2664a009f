package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries one request after the other.
 *
 * <p>One at a time and never pipelined: what comes while no request is under way is an error.
 */
final class KeepAlive extends ChannelInboundHandlerAdapter {
    private final Requests.Dialogue dialogue;
    private final Owner owner;

    private @Nullable ChannelHandlerContext context;
    private long intendedNanos;
    private long sentNanos;
    /** Whether a request is under way. */
    private boolean busy;

    private boolean answeredOnce;
    private boolean answerBegan;
    private boolean ended;

    /** Hears how the connection fares; every call is on the generator's loop. */
    interface Owner {
        /** It can take a request; from now on until it is given one, or has {@link #ended}. */
        void ready(KeepAlive connection);

        /** The request under way has its right answer in full. */
        void answered(long intendedNanos, long sentNanos, long answeredNanos);

        /**
         * It carries no more requests; called once.
         *
         * @param reason null when the server may end it like this: it said so, or nothing was asked of it any more
         * @param lost whether a request was under way
         */
        void ended(KeepAlive connection, @Nullable String reason, boolean lost);
    }

    KeepAlive(Requests.Dialogue dialogue, Owner owner) {
        this.dialogue = dialogue;
        this.owner = owner;
    }

    /** Sends the request now, which was meant to start at {@code intendedNanos}. */
    void send(long intendedNanos) {
        this.intendedNanos = intendedNanos;
        busy = true;
        answerBegan = false;
        ByteBuf request = dialogue.next();
        sentNanos = System.nanoTime();
        ChannelHandlerContext to = Objects.requireNonNull(context, "not connected");
        var _ = to.writeAndFlush(request, to.voidPromise());
    }

    void close() {
        if (context != null) {
            var _ = context.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        this.context = context;
        owner.ready(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        long nowNanos = System.nanoTime();
        ByteBuf in = (ByteBuf) message;
        try {
            read(in, nowNanos);
        } catch (IllegalStateException | IllegalArgumentException e) {
            end(String.valueOf(e.getMessage()));
        } finally {
            in.release();
        }
    }

    private void read(ByteBuf in, long nowNanos) {
        if (!busy) {
            throw new IllegalStateException("bytes that nobody asked for");
        }
        answerBegan = true;
        dialogue.read(in);
        if (!dialogue.isComplete()) {
            return;
        }
        boolean closes = dialogue.closes();
        dialogue.clear(intendedNanos, sentNanos, nowNanos);
        busy = false;
        answeredOnce = true;
        owner.answered(intendedNanos, sentNanos, nowNanos);
        if (closes) {
            end(null);
        } else {
            owner.ready(this);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (busy) {
            end(answerBegan ? "the answer ended early" : "closed without an answer");
        } else {
            end(answeredOnce ? null : "closed before its first request");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(busy || !answeredOnce ? String.valueOf(cause.getMessage()) : null);
    }

    /** Says so once: whatever follows the end follows from it. */
    void end(@Nullable String reason) {
        if (!ended) {
            ended = true;
            owner.ended(this, reason, busy);
            close();
        }
    }
}
