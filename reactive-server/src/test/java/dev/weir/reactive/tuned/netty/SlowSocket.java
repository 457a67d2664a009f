package dev.weir.reactive.tuned.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/** A handler that holds each write until the test completes it or fails it. */
final class SlowSocket extends ChannelOutboundHandlerAdapter {
    private record Write(Object message, ChannelPromise promise) {}

    private final Queue<Write> writes = new ArrayDeque<>();
    private int written;

    /** Returns the number of held writes. */
    int waiting() {
        return writes.size();
    }

    int written() {
        return written;
    }

    /** Completes the oldest write. */
    void take() {
        Write write = writes.remove();
        ReferenceCountUtil.release(write.message());
        write.promise().setSuccess();
    }

    /** Takes the first bytes of the oldest write, which is a buffer. */
    void take(int bytes) {
        ((ByteBuf) writes.element().message()).skipBytes(bytes);
    }

    /** Fails the oldest write, as if the client had reset the connection. */
    void fail() {
        Write write = writes.remove();
        ReferenceCountUtil.release(write.message());
        write.promise().setFailure(new IOException("reset"));
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        written++;
        writes.add(new Write(message, promise));
    }
}
