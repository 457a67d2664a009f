package dev.weir.reactive.tuned.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/** Takes what is written when the test says so. */
final class SlowSocket extends ChannelOutboundHandlerAdapter {
    private record Write(Object message, ChannelPromise promise) {}

    private final Queue<Write> writes = new ArrayDeque<>();
    private int written;

    /** Whatever was written and not taken. */
    int waiting() {
        return writes.size();
    }

    /** How often something was written. */
    int written() {
        return written;
    }

    /** Takes the oldest, and tells whoever wrote it. */
    void take() {
        Write write = writes.remove();
        ReferenceCountUtil.release(write.message());
        write.promise().setSuccess();
    }

    /** Fails the oldest, as when the client has reset the connection. */
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
