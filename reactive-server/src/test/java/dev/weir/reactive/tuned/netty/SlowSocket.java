package dev.weir.reactive.tuned.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/** A channel handler that holds each write until the test completes or fails it. */
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

    /** Completes the oldest held write. */
    void take() {
        Write write = writes.remove();
        ReferenceCountUtil.release(write.message());
        write.promise().setSuccess();
    }

    /**
     * Simulates that Netty has sent {@code bytes} bytes of the oldest held write. The written message must be a buffer.
     */
    void take(int bytes) {
        ((ByteBuf) writes.element().message()).skipBytes(bytes);
    }

    /** Fails the oldest held write, as if the client had reset the connection. */
    void fail() {
        fail(new IOException("reset"));
    }

    void fail(IOException cause) {
        Write write = writes.remove();
        ReferenceCountUtil.release(write.message());
        write.promise().setFailure(cause);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        written++;
        writes.add(new Write(message, promise));
    }
}
