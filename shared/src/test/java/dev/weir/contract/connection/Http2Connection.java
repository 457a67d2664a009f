package dev.weir.contract.connection;

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
 * An HTTP/2 connection (RFC 9113). Each request is a stream.
 *
 * <p>Uses the strict codec of OkHttp, without OkHttp's client. Reads nothing before a test asks for it. Opens a
 * flow-control window again only after a test has read half of it. So a test closes a window by not reading.
 */
public final class Http2Connection extends Connection {
    /** The initial flow-control window of a connection, and by default of a stream, in bytes (RFC 9113, 6.9.2). */
    public static final int WINDOW = 65_535;

    private final Http2Reader reader;
    private final Http2Output output;
    private final Map<Integer, Http2Stream> streams = new HashMap<>();
    private final Deque<Http2Stream> unanswered = new ArrayDeque<>();
    private final int streamWindow;
    private final Credit window = new Credit(WINDOW);
    private final Http2Frames frames = new Http2Frames(this);
    private @Nullable Http2Stream current;
    private int next = 1;

    Http2Connection(ClientSocket socket, int streamWindow) {
        super(socket);
        this.streamWindow = streamWindow;
        this.reader = new Http2Reader(Okio.buffer(Okio.source(socket.in())), true);
        this.output = new Http2Output(socket.out());
        output.preface(streamWindow);
    }

    @Override
    public Connection send(String method, String target, byte[] content, String... fields) {
        Http2Stream stream = begin(method, target, fields);
        unanswered.add(stream);
        stream.send(content, stream.announced() <= content.length);
        return this;
    }

    @Override
    public Connection sendOfUnknownLength(
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
    public Connection send(byte[] bytes) {
        unanswered.getLast().send(bytes, false);
        return this;
    }

    public Http2Stream open(String method, String target, String... fields) {
        return begin(true, method, target, fields);
    }

    public Http2Stream begin(String method, String target, String... fields) {
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
    public Answer head() {
        current = unanswered.remove();
        return current.head();
    }

    @Override
    public boolean hasMore() {
        Http2Stream stream = unanswered.getFirst();
        return stream.hasMore() || (socket().within(1, this::read) && stream.hasMore());
    }

    @Override
    public boolean stirsWithin(int millis) {
        return socket().within(millis, this::read);
    }

    @Override
    public byte[] some(int most) {
        return current().some(most);
    }

    @Override
    public byte[] piece() {
        return current().piece();
    }

    @Override
    public Answer rest(int already) {
        return current().rest(already);
    }

    private Http2Stream current() {
        return Objects.requireNonNull(current, "no head was read");
    }

    @Override
    public void reset() {
        try {
            streams.values().forEach(Http2Stream::cancel);
            ping();
        } catch (UncheckedIOException e) {
            if (!ClientSocket.isReset(e.getCause())) {
                throw e; // the server did not answer the ping
            } // a reset ends the connection, too
        } finally {
            close();
        }
    }

    public void ping() {
        int number = pings() + 1;
        output.ping(false, number, 0);
        while (pings() < number && readOrEnd()) {}
    }

    public Settings settings() {
        while (!frames.hasSettings() && readOrEnd()) {}
        return frames.settings();
    }

    public void open(int streamId, int bytes) {
        output.open(streamId, bytes);
    }

    void taken(int bytes) {
        int credit = window.take(bytes);
        if (credit > 0) {
            output.credit(0, credit);
        }
    }

    public Http2Output output() {
        return output;
    }

    @Nullable
    Http2Stream stream(int id) {
        return streams.get(id);
    }

    public Iterable<Http2Stream> streams() {
        return streams.values();
    }

    public int pings() {
        return frames.pings();
    }

    Http2Frames frames() {
        return frames;
    }

    public boolean readOrEnd() {
        try {
            return read();
        } catch (UncheckedIOException e) { // the connection ended while this client answered a frame
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
