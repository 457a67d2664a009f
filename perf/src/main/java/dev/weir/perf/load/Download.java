package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * One request on one connection: sends it, compares the body with the expected one as it comes, says how it went.
 *
 * <p>After the last byte it stays until the server closes: what the server sends too much is an error as well.
 */
public final class Download extends ChannelInboundHandlerAdapter {
    private final Target target;
    private final Listener listener;
    private final long startNanos;
    private final Target.Answer answer;

    private long firstByteNanos;
    private State state = State.OPEN;

    Download(Target target, Listener listener, long startNanos) {
        this.target = target;
        this.listener = listener;
        this.startNanos = startNanos;
        this.answer = new Target.Answer(target.body());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        var _ = context.writeAndFlush(Unpooled.wrappedBuffer(target.request("close")));
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
        int bytes = answer.read(in);
        if (bytes == 0) {
            return;
        }
        listener.received(bytes, nowNanos);
        if (answer.isComplete()) {
            state = State.FINISHED;
            listener.finished(new ClosedLoop.Recorder.Timing(startNanos, firstByteNanos, nowNanos));
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

    /**
     * Hears how a download goes; every call is on the generator's loop.
     *
     * <p>Protocol: any number of {@link #received}, then one {@link #finished} or one {@link #failed}. A body that goes on
     * after its end is found only later: then {@link #failed} follows {@link #finished}.
     */
    public interface Listener {
        /** Bytes of the body came, and were the right ones. */
        void received(int bytes, long nowNanos);

        /** The whole body came, and nothing else so far. */
        void finished(ClosedLoop.Recorder.Timing timing);

        void failed(String reason);
    }
}
