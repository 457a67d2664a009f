package dev.weir.reactive.tuned.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/** Keeps each write until the test takes it or fails it. */
final class SlowSocket extends ChannelOutboundHandlerAdapter {
    private record Write(Object message, ChannelPromise promise) {}

    private final Queue<Write> writes = new ArrayDeque<>();
    private int written;

    /** The number of writes that are neither taken nor failed. */
    int waiting() {
        return writes.size();
    }

    /** The number of all writes so far. */
    int written() {
        return written;
    }

    /** Takes the oldest write, and completes its promise. */
    void take() {
        Write write = writes.remove();
        ReferenceCountUtil.release(write.message());
        write.promise().setSuccess();
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
