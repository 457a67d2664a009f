package dev.weir.contract.connection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.Header;
import okhttp3.internal.http2.Http2Reader;
import okhttp3.internal.http2.Settings;
import okio.BufferedSource;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/** Passes received HTTP/2 frames to their streams. Acknowledges pings and settings. */
final class Http2Frames implements Http2Reader.Handler {
    private final Http2Connection connection;
    private final Settings settings = new Settings();
    private boolean hasSettings;
    private int pings;
    private long sendWindow = Http2Connection.WINDOW;

    Http2Frames(Http2Connection connection) {
        this.connection = connection;
    }

    Settings settings() {
        return settings;
    }

    boolean hasSettings() {
        return hasSettings;
    }

    int pings() {
        return pings;
    }

    int sendWindow() {
        return settings.getInitialWindowSize();
    }

    long connectionWindow() {
        return sendWindow;
    }

    void sent(int bytes) {
        sendWindow -= bytes;
    }

    @Override
    public void data(boolean ends, int streamId, BufferedSource source, int length) throws IOException {
        Http2Stream stream = connection.stream(streamId);
        if (stream == null) {
            throw new AssertionError("data of stream " + streamId + ", which was never opened");
        }
        stream.came(source.readByteArray(length), ends);
    }

    @Override
    public void headers(boolean ends, int streamId, int associatedStreamId, List<Header> fields) {
        Http2Stream stream = connection.stream(streamId);
        if (stream == null) {
            throw new AssertionError("an answer of stream " + streamId + ", which was never opened");
        }
        stream.came(fields, ends);
    }

    @Override
    public void rstStream(int streamId, ErrorCode code) {
        Http2Stream stream = connection.stream(streamId);
        if (stream == null) {
            throw new AssertionError("a reset of stream " + streamId + ", which was never opened");
        }
        stream.broken(code);
    }

    @Override
    public void settings(boolean clear, Settings more) {
        int before = settings.getInitialWindowSize();
        settings.merge(more);
        int change = settings.getInitialWindowSize() - before;
        connection.streams().forEach(stream -> stream.opened(change));
        hasSettings = true;
        connection.output().acknowledge(more);
    }

    @Override
    public void ackSettings() {}

    @Override
    public void ping(boolean ack, int first, int second) {
        if (ack) {
            pings = first;
        } else {
            connection.output().ping(true, first, second);
        }
    }

    @Override
    public void goAway(int last, ErrorCode code, ByteString text) {
        connection.streams().forEach(stream -> {
            if (stream.id() > last || code != ErrorCode.NO_ERROR) {
                stream.broken(code);
            }
        });
    }

    @Override
    public void windowUpdate(int streamId, long bytes) {
        if (streamId == 0) {
            sendWindow += bytes;
        } else {
            Http2Stream stream = connection.stream(streamId);
            if (stream != null) {
                stream.opened(bytes);
            }
        }
    }

    @Override
    public void priority(int streamId, int dependency, int weight, boolean exclusive) {}

    @Override
    public void pushPromise(int streamId, int promised, List<Header> fields) {
        throw new AssertionError("the server pushes " + fields);
    }

    @Override
    public void alternateService(
            int streamId, String origin, ByteString protocol, String host, int port, long maxAge) {}

    /** Returns the answer with these fields, without a body. Returns null for trailers and interim answers (1xx). */
    static @Nullable Answer answer(List<Header> fields) {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        fields.forEach(field -> byName.computeIfAbsent(field.name.utf8(), name -> new ArrayList<>())
                .add(field.value.utf8()));
        List<String> status = byName.remove(Header.RESPONSE_STATUS_UTF8);
        return status == null || status.getFirst().startsWith("1")
                ? null
                : new Answer(Integer.parseInt(status.getFirst()), byName, new byte[0]);
    }
}
