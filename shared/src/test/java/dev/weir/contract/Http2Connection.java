package dev.weir.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import okhttp3.internal.http2.Header;
import okhttp3.internal.http2.Http2Reader;
import okhttp3.internal.http2.Settings;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * One connection of HTTP/2, on which each request is a stream: RFC 9113.
 *
 * <p>OkHttp's codec, which is strict, without its client: nothing is read before a test asks for it, and a window opens
 * again only when half of what it let in has been taken, so a test that does not read closes it.
 */
final class Http2Connection extends Connection {
    /** Of a connection, and of its streams unless they are told another (RFC 9113, 6.9.2). */
    static final int WINDOW = 65_535;

    private final Http2Reader reader;
    private final Http2Output output;
    private final Map<Integer, Http2Stream> streams = new HashMap<>();
    private final Deque<Http2Stream> unanswered = new ArrayDeque<>();
    private final int streamWindow;
    private final Credit window = new Credit(WINDOW);
    private final Http2Frames frames = new Http2Frames(this);
    private @Nullable Http2Stream current;
    private int next = 1;

    /**
     * Says the preface.
     *
     * @param streamWindow what a server may send of each answer before it is told to go on
     */
    Http2Connection(ClientSocket socket, int streamWindow) {
        super(socket);
        this.streamWindow = streamWindow;
        this.reader = new Http2Reader(Okio.buffer(Okio.source(socket.in())), true);
        this.output = new Http2Output(socket.out());
        output.preface(streamWindow);
    }

    @Override
    Connection send(String method, String target, byte[] content, String... fields) {
        Http2Stream stream = begin(method, target, fields);
        unanswered.add(stream);
        stream.send(content, stream.announced() <= content.length);
        return this;
    }

    @Override
    Connection sendOfUnknownLength(
            String method, String target, String content, List<String> trailers, String... fields) {
        Http2Stream stream = begin(method, target, fields);
        unanswered.add(stream);
        stream.send(content.getBytes(StandardCharsets.US_ASCII), trailers.isEmpty());
        if (!trailers.isEmpty()) {
            output.headers(stream.id(), Http2Output.fields(trailers), true);
        }
        return this;
    }

    @Override
    Connection send(byte[] bytes) {
        unanswered.getLast().send(bytes, false);
        return this;
    }

    /** Sends a request without content on a stream of its own, which {@link #head} knows nothing of. */
    Http2Stream open(String method, String target, String... fields) {
        return begin(true, method, target, fields);
    }

    /** The same without the end of the request: its content follows, or does not. */
    Http2Stream begin(String method, String target, String... fields) {
        return begin(false, method, target, fields);
    }

    private Http2Stream begin(boolean ends, String method, String target, String... fields) {
        List<Header> all = Http2Output.request(method, target, socket().isSecured(), fields);
        Http2Stream stream = new Http2Stream(this, next, streamWindow, frames.sendWindow());
        streams.put(next, stream);
        next += 2;
        stream.announce(all);
        output.headers(stream.id(), all, ends);
        return stream;
    }

    @Override
    Answer head() {
        current = unanswered.remove();
        return current.head();
    }

    @Override
    boolean hasMore() {
        Http2Stream stream = unanswered.getFirst();
        return stream.hasMore() || (socket().within(1, this::read) && stream.hasMore());
    }

    @Override
    boolean stirsWithin(int millis) {
        return socket().within(millis, this::read);
    }

    @Override
    byte[] some(int most) {
        return current().some(most);
    }

    @Override
    byte[] piece() {
        return current().piece();
    }

    @Override
    Answer rest(int already) {
        return current().rest(already);
    }

    private Http2Stream current() {
        return Objects.requireNonNull(current, "no head was read");
    }

    /** Cancels every stream, waits until the server knows, and then goes away. */
    @Override
    void reset() {
        try {
            streams.values().forEach(Http2Stream::cancel);
            ping();
        } catch (UncheckedIOException e) {
            if (!ClientSocket.isReset(e.getCause())) {
                throw e; // a server that is silent
            } // else it is gone already
        } finally {
            close();
        }
    }

    /** Returns when the server has read what was sent so far. */
    void ping() {
        int number = frames.pings() + 1;
        output.ping(false, number, 0);
        while (frames.pings() < number && readOrEnd()) {}
    }

    /** What the server announced. */
    Settings settings() {
        while (!frames.hasSettings() && readOrEnd()) {}
        return frames.settings();
    }

    /** Opens the window of the connection, or of a stream. */
    void open(int streamId, int bytes) {
        output.open(streamId, bytes);
    }

    /** A test has taken so much of what came, on whichever stream. */
    void taken(int bytes) {
        int credit = window.take(bytes);
        if (credit > 0) {
            open(0, credit);
        }
    }

    Http2Output output() {
        return output;
    }

    @Nullable
    Http2Stream stream(int id) {
        return streams.get(id);
    }

    Iterable<Http2Stream> streams() {
        return streams.values();
    }

    Http2Frames frames() {
        return frames;
    }

    /** Reads a frame; false when the connection has ended, however it did. */
    boolean readOrEnd() {
        try {
            return read();
        } catch (UncheckedIOException e) { // of what it answered to what it read
            if (ClientSocket.isReset(e.getCause())) {
                return false;
            }
            throw e;
        } catch (IOException e) {
            if (ClientSocket.isReset(e)) {
                return false;
            }
            throw new UncheckedIOException(e);
        }
    }

    private boolean read() throws IOException {
        return reader.nextFrame(false, frames);
    }
}
