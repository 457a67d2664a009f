package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One request on a connection of its own. Its listener is called on the generator's event loop. */
public abstract sealed class SingleRequest extends HttpConnection {
    private final long startNanos = System.nanoTime();
    private final byte[] request;
    private final Listener listener;

    /** Gets the failure of a request. */
    public interface Listener {
        void failed(String reason);
    }

    private SingleRequest(byte[] request, Listener listener) {
        this.request = request;
        this.listener = listener;
    }

    /** The timing of an answer whose last byte is read now. */
    final ClosedLoop.Recorder.Timing timing() {
        return new ClosedLoop.Recorder.Timing(startNanos, answerBeganNanos(), readNanos());
    }

    @Override
    protected final void opened() {
        request(Unpooled.wrappedBuffer(request));
    }

    /** After the last byte a close or a reset takes nothing away from the answer. */
    @Override
    protected final void closed(@Nullable String error) {
        if (expected() > 0) {
            end(error == null ? lost() : error);
        }
    }

    @Override
    protected final void ended(@Nullable String reason) {
        listener.failed(String.valueOf(reason));
    }

    /**
     * A download, which compares the body with the expected one while it arrives.
     *
     * <p>After the last byte the connection stays open until the server closes it: a byte too many is an error as well.
     */
    public static final class FileDownload extends SingleRequest {
        private final FileListener listener;
        private final Target.FileDialogue dialogue;

        FileDownload(Target target, FileListener listener) {
            this(target.dialogue("close"), listener);
        }

        private FileDownload(Target.FileDialogue dialogue, FileListener listener) {
            super(dialogue.request(), listener);
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
            listener.received(part.readableBytes(), readNanos());
        }

        @Override
        protected void answered(HttpResponse head) {
            listener.finished(timing());
        }
    }

    /**
     * Follows one download.
     *
     * <p>Protocol: any number of {@link #received}, then one {@link #finished} or one {@link #failed}. The generator may
     * find a byte too many only after the end: then {@link #failed} follows {@link #finished}.
     */
    public interface FileListener extends Listener {
        /** The next bytes of the body arrived and were right. */
        default void received(int bytes, long nowNanos) {}

        /** The whole body arrived, and nothing after it so far. */
        void finished(ClosedLoop.Recorder.Timing timing);
    }

    /** A request of which only the status counts. */
    public static final class StatusCheck extends SingleRequest {
        private final StatusListener listener;

        private StatusCheck(String request, StatusListener listener) {
            super(request.getBytes(StandardCharsets.US_ASCII), listener);
            this.listener = listener;
        }

        /** Sends a request from {@code source}, whose port may be 0. On the generator's loop. */
        public static void start(
                Generator generator,
                InetSocketAddress address,
                InetSocketAddress source,
                String request,
                StatusListener listener) {
            generator.connect(address, source, new StatusCheck(request, listener));
        }

        public static String get(String path) {
            return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        }

        /** A POST of JSON, which must be ASCII. */
        public static String post(String path, String json) {
            return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type:"
                    + " application/json\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
        }

        @Override
        protected void head(HttpResponse head) {
            leave(false);
            listener.answered(head.status().code(), timing());
        }

        @Override
        protected void answered(HttpResponse head) {}
    }

    /** Gets the outcome of one request: one call of either method. */
    public interface StatusListener extends Listener {
        /** The head of the answer has arrived. The timing takes its end as the last byte. */
        void answered(int status, ClosedLoop.Recorder.Timing timing);
    }
}
