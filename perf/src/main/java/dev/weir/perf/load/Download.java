package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One request on one connection: sends it, compares the body with the expected one as it comes, says how it went.
 *
 * <p>After the last byte it stays until the server closes: what the server sends too much is an error as well.
 */
public final class Download extends Connection {
    private final Listener listener;
    private final long startNanos;
    private final Target.Answer answer;
    private long firstByteNanos;

    Download(Target target, Listener listener) {
        this.listener = listener;
        startNanos = System.nanoTime();
        answer = target.answer("close");
    }

    @Override
    protected void opened() {
        send(answer.next());
    }

    @Override
    protected void read(ByteBuf in, long nowNanos) {
        if (firstByteNanos == 0) {
            firstByteNanos = nowNanos;
        }
        int bytes = answer.read(in);
        if (bytes > 0) {
            listener.received(bytes, nowNanos);
            if (answer.isComplete()) {
                listener.finished(new ClosedLoop.Recorder.Timing(startNanos, firstByteNanos, nowNanos));
            }
        }
    }

    /** After the last byte a reset takes nothing away from the download. */
    @Override
    protected void closed(@Nullable String error) {
        if (!answer.isComplete()) {
            end(error != null ? error : firstByteNanos == 0 ? "closed without an answer" : "the body ended early");
        }
    }

    @Override
    protected void ended(@Nullable String reason) {
        listener.failed(String.valueOf(reason));
    }

    /**
     * Hears how a download goes; every call is on the generator's loop.
     *
     * <p>Protocol: any number of {@link #received}, then one {@link #finished} or one {@link #failed}. A body that goes on
     * after its end is found only later: then {@link #failed} follows {@link #finished}.
     */
    public interface Listener {
        /** Bytes of the body came, and were the right ones. */
        default void received(int bytes, long nowNanos) {}

        /** The whole body came, and nothing else so far. */
        void finished(ClosedLoop.Recorder.Timing timing);

        void failed(String reason);
    }
}
