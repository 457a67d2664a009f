package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * One request on one connection: sends it, compares the body with the expected one as it comes, says how it went.
 *
 * <p>After the last byte it stays until the server closes: what the server sends too much is an error as well.
 */
final class Download extends ChannelInboundHandlerAdapter {
    private final Target target;
    private final DownloadListener listener;
    private final long startNanos;
    private final ResponseHead head = new ResponseHead();

    private long firstByteNanos;
    private long firstBodyNanos;
    /** Bytes of the body that came and were right. */
    private int received;

    private State state = State.OPEN;

    Download(Target target, DownloadListener listener, long startNanos) {
        this.target = target;
        this.listener = listener;
        this.startNanos = startNanos;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        var _ = context.writeAndFlush(target.request());
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
        if (state == State.FAILED) {
            var _ = context.close();
        }
    }

    private void read(ByteBuf in, long nowNanos) {
        if (firstByteNanos == 0) {
            firstByteNanos = nowNanos;
        }
        if (!head.isComplete()) {
            if (!head.read(in)) {
                return;
            }
            checkHead();
        }
        if (state != State.FAILED && in.isReadable()) {
            readBody(in, nowNanos);
        }
    }

    private void checkHead() {
        if (head.status() != 200) {
            fail("status " + head.status());
        } else if (head.contentLength() != target.body().length()) {
            fail("Content-Length " + head.contentLength() + " instead of "
                    + target.body().length());
        }
    }

    private void readBody(ByteBuf in, long nowNanos) {
        int differsAt = target.body().differsAt(in, received);
        if (differsAt >= 0) {
            fail(differsAt == target.body().length() ? "bytes after the end of the body" : "wrong byte in the body");
            return;
        }
        if (received == 0) {
            firstBodyNanos = nowNanos;
        }
        received += in.readableBytes();
        listener.received(in.readableBytes(), nowNanos);
        if (received == target.body().length()) {
            state = State.FINISHED;
            listener.finished(new Timing(startNanos, firstByteNanos, firstBodyNanos, nowNanos));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (state == State.OPEN) {
            fail(firstByteNanos == 0 ? "closed without an answer" : "the body ended early");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // After the last byte a reset takes nothing away from the download.
        if (state == State.OPEN) {
            fail(String.valueOf(cause.getMessage()));
        }
        var _ = context.close();
    }

    /** Says so once: whatever follows a failure follows from it. */
    void fail(String reason) {
        if (state != State.FAILED) {
            state = State.FAILED;
            listener.failed(reason);
        }
    }

    private enum State {
        OPEN,
        FINISHED,
        FAILED
    }
}
