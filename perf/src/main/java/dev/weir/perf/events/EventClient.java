package dev.weir.perf.events;

import dev.weir.perf.load.HttpConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The connection of one subscriber. It ends with an error if an event is missing, repeated or out of order. */
abstract sealed class EventClient extends HttpConnection {
    private static final int OK = 200;

    final Subscription subscription;
    final Subscription.Owner owner;

    private EventClient(Subscription.Owner owner, int seen) {
        this.owner = owner;
        subscription = new Subscription(owner, seen);
    }

    @Override
    protected final void ended(@Nullable String reason) {
        owner.ended(this, String.valueOf(reason));
    }

    static non-sealed class StreamClient extends EventClient implements EventFrames.Listener {
        private final String fields;
        private final EventFrames frames = new EventFrames(this);

        StreamClient(Subscription.Owner owner, int seen, String fields) {
            super(owner, seen);
            this.fields = fields;
        }

        @Override
        protected final void opened() {
            request("GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream" + fields + "\r\n\r\n");
        }

        @Override
        protected void head(HttpResponse head) {
            if (head.status().code() != OK) {
                throw new IllegalStateException("status " + head.status().code());
            }
            if (HttpUtil.isContentLengthSet(head)) {
                throw new IllegalStateException("the event stream has a Content-Length");
            }
        }

        @Override
        protected final void body(ByteBuf part) {
            frames.read(part, part.readableBytes());
        }

        @Override
        protected final void answered(HttpResponse head) {
            throw new IllegalStateException("the stream ended");
        }

        @Override
        public final void comment() {
            subscription.begin();
        }

        @Override
        public final void event(byte[] bytes, int from, int to) {
            subscription.event(bytes, from, to, readNanos());
        }
    }

    /** A subscriber that uses long polls. Its first poll returns at once, with the position for the next poll. */
    static final class PollClient extends EventClient {
        private static final byte[] END = ascii("\"}]");

        private final ByteBuf body = Unpooled.buffer();
        private long sentNanos;

        PollClient(Subscription.Owner owner) {
            super(owner, 0);
        }

        @Override
        protected void opened() {
            poll("timeout=0");
        }

        private void poll(String query) {
            sentNanos = System.nanoTime();
            request("GET /events/next?" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        protected void body(ByteBuf part) {
            append(body, part);
        }

        @Override
        protected void answered(HttpResponse head) {
            int status = head.status().code();
            if (status != OK && status != 204) {
                throw new IllegalStateException("status " + status);
            }
            String cursor = head.headers().get("weir-cursor");
            if (cursor == null || !HttpUtil.isKeepAlive(head)) {
                throw new IllegalStateException(cursor == null ? "no weir-cursor" : "the server ends the connection");
            }
            subscription.begin();
            boolean found = body.isReadable();
            if (found) {
                event(cursor, ByteBufUtil.getBytes(body));
                body.clear();
            }
            owner.polled(sentNanos, readNanos(), found);
            poll("after=" + cursor + "&timeout=30s");
        }

        /** Passes on the event's text. Weir sends a JSON array that contains it, and nginx (nchan) only the text. */
        private void event(String cursor, byte[] body) {
            byte[] start = ascii("[{\"id\":\"" + cursor + "\",\"topic\":\"default\",\"type\":null,\"data\":\"");
            int to = body.length - END.length;
            boolean array = to >= start.length
                    && Arrays.equals(body, 0, start.length, start, 0, start.length)
                    && Arrays.equals(body, to, body.length, END, 0, END.length);
            subscription.event(body, array ? start.length : 0, array ? to : body.length, readNanos());
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }

    static final class Stalled extends HttpConnection {
        boolean begun;

        @Override
        protected void opened() {
            request("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        protected void head(HttpResponse head) {
            stopReading();
            begun = true;
        }

        @Override
        protected void answered(HttpResponse head) {}

        @Override
        protected void ended(@Nullable String reason) {}
    }
}
