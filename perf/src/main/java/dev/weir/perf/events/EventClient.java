package dev.weir.perf.events;

import dev.weir.perf.load.ChunkedBody;
import dev.weir.perf.load.Connection;
import dev.weir.perf.load.ResponseHead;
import dev.weir.perf.load.WholeAnswer;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One who is to get every event once, in its order, over one connection.
 *
 * <p>Whatever is wrong ends it. Confined to the generator's loop.
 */
abstract sealed class EventClient extends Connection {
    private static final int OK = 200;

    private final Owner owner;
    private int seen;
    private boolean ready;

    /** Hears how connections fare; every call is on the generator's loop. */
    interface Owner {
        /** The server has answered: whatever is published from now on must come. Called once for each stream. */
        void ready();

        /**
         * An event came.
         *
         * @param number of the one that it must be, from 0
         * @throws IllegalStateException if it is not
         */
        void delivered(int number, byte[] bytes, int from, int to, long nowNanos);

        /** All events are taken that were given to the publisher. */
        void published();

        /** Nothing comes any more; called once. */
        void ended(Connection connection, String reason);
    }

    private EventClient(Owner owner, int seen) {
        this.owner = owner;
        this.seen = seen;
    }

    /** How many events it has got. */
    final int seen() {
        return seen;
    }

    final void ready() {
        if (!ready) {
            ready = true;
            owner.ready();
        }
    }

    final void event(byte[] bytes, int from, int to, long nowNanos) {
        ready();
        owner.delivered(seen, bytes, from, to, nowNanos);
        seen++;
    }

    @Override
    protected final void ended(@Nullable String reason) {
        owner.ended(this, String.valueOf(reason));
    }

    /** Reads events as a stream, which never ends. */
    static non-sealed class StreamClient extends EventClient implements EventFrames.Listener {
        private final String fields;
        private final ResponseHead head = new ResponseHead();
        private final EventFrames frames = new EventFrames(this);
        private final ChunkedBody chunks = new ChunkedBody(frames::read);
        private long nowNanos;

        StreamClient(Owner owner) {
            this(owner, 0, "");
        }

        /**
         * One who has seen some events already.
         *
         * @param fields of the request's head besides the usual ones, each after a line's end
         */
        StreamClient(Owner owner, int seen, String fields) {
            super(owner, seen);
            this.fields = fields;
        }

        @Override
        protected final void opened() {
            send("GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream" + fields + "\r\n\r\n");
        }

        @Override
        protected final void read(ByteBuf in, long nowNanos) {
            this.nowNanos = nowNanos;
            if (!head.isComplete()) {
                if (!head.read(in)) {
                    return;
                }
                if (head.status() != OK) {
                    throw new IllegalStateException("status " + head.status());
                }
                if (head.contentLength() >= 0) {
                    throw new IllegalStateException("a stream with an end");
                }
            }
            // Without chunks a stream is whatever comes until the server closes.
            if (!head.isChunked()) {
                frames.read(in, in.readableBytes());
                return;
            }
            chunks.read(in);
            if (chunks.isLast()) {
                throw new IllegalStateException("the stream ended");
            }
        }

        @Override
        public final void sign() {
            ready();
        }

        @Override
        public final void event(byte[] bytes, int from, int to) {
            event(bytes, from, to, nowNanos);
        }
    }

    /**
     * Asks for the next event, and when it is there for the next one, always with the cursor of the last answer.
     *
     * <p>Its first question does not wait: it asks where the log is now, so that no event is missed from then on.
     */
    static final class PollClient extends EventClient {
        private static final int NO_CONTENT = 204;
        private static final byte[] END = ascii("\"}]");

        private final WholeAnswer answer = new WholeAnswer();

        PollClient(Owner owner) {
            super(owner, 0);
        }

        @Override
        protected void opened() {
            ask("timeout=0");
        }

        private void ask(String query) {
            send("GET /events/next?" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        protected void read(ByteBuf in, long nowNanos) {
            answer.readAll(in);
            if (!answer.isComplete()) {
                return;
            }
            if (answer.status() != OK && answer.status() != NO_CONTENT) {
                throw new IllegalStateException("status " + answer.status());
            }
            String cursor = answer.cursor();
            if (cursor == null || answer.closes()) {
                throw new IllegalStateException(cursor == null ? "no cursor" : "the server ends the connection");
            }
            byte[] body = answer.body();
            answer.clear();
            ready();
            if (body.length > 0) {
                event(cursor, body, nowNanos);
            }
            ask("after=" + cursor + "&timeout=30s");
        }

        /** As the only member of an array, or, as nchan has it, alone. */
        private void event(String cursor, byte[] body, long nowNanos) {
            byte[] start = ascii("[{\"id\":\"" + cursor + "\",\"topic\":\"default\",\"type\":null,\"data\":\"");
            int to = body.length - END.length;
            boolean array = to >= start.length
                    && Arrays.equals(body, 0, start.length, start, 0, start.length)
                    && Arrays.equals(body, to, body.length, END, 0, END.length);
            event(body, array ? start.length : 0, array ? to : body.length, nowNanos);
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
