package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A single HTTP request on a connection of its own. */
public abstract sealed class SingleRequest extends HttpConnection {
    private final long startNanos = System.nanoTime();
    private final byte[] request;
    private final Consumer<String> failed;
    private long bodyBeganNanos;

    private SingleRequest(byte[] request, Consumer<String> failed) {
        this.request = request;
        this.failed = failed;
    }

    /**
     * Instants of {@link System#nanoTime()}. {@code startNanos} is before the TCP connect. The answer began at
     * {@code firstByteNanos}, and its body at {@code bodyNanos} (0 if no body came).
     */
    public record Timing(long startNanos, long firstByteNanos, long bodyNanos, long lastByteNanos) {
        public long responseNanos() {
            return lastByteNanos - startNanos;
        }
    }

    final Timing timing() {
        return new Timing(startNanos, answerBeganNanos(), bodyBeganNanos, readNanos());
    }

    final void bodyArrives() {
        if (bodyBeganNanos == 0) {
            bodyBeganNanos = readNanos();
        }
    }

    @Override
    protected final void opened() {
        request(Unpooled.wrappedBuffer(request), 1);
    }

    @Override
    protected final void closed(@Nullable String error) {
        if (expected() > 0) {
            end(error == null ? lost() : error);
        }
    }

    @Override
    protected final void ended(@Nullable String reason) {
        failed.accept(String.valueOf(reason));
    }

    /** A download that compares each received byte with the expected file. Also detects bytes after the end. */
    public static final class FileDownload extends SingleRequest {
        private final FileListener listener;
        private final Target.FileDialogue dialogue;

        FileDownload(Target.FileDialogue dialogue, FileListener listener) {
            super(dialogue.request(), listener::failed);
            this.listener = listener;
            this.dialogue = dialogue;
        }

        @Override
        protected void head(HttpResponse head) {
            dialogue.head(head);
        }

        @Override
        protected void body(ByteBuf part) {
            dialogue.body(part);
            bodyArrives();
            listener.received(part.readableBytes(), readNanos());
        }

        @Override
        protected void answered(HttpResponse head) {
            listener.finished(timing());
        }
    }

    public interface FileListener {
        default void received(int bytes, long nowNanos) {}

        void finished(Timing timing);

        void failed(String reason);
    }

    public static final class StatusCheck extends SingleRequest {
        private final CompletableFuture<Reply> reply;

        public record Reply(int status, Timing timing) {}

        private StatusCheck(String request, CompletableFuture<Reply> reply) {
            super(
                    request.getBytes(StandardCharsets.US_ASCII),
                    reason -> reply.completeExceptionally(new IllegalStateException(reason)));
            this.reply = reply;
        }

        public static CompletableFuture<Reply> send(
                Generator generator, InetSocketAddress address, InetSocketAddress source, String request) {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            generator.connect(address, source, new StatusCheck(request, reply));
            return reply;
        }

        @Override
        protected void head(HttpResponse head) {
            leave(false);
            reply.complete(new Reply(head.status().code(), timing()));
        }

        @Override
        protected void answered(HttpResponse head) {}
    }
}
