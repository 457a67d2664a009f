package dev.weir.contract.connection;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.Header;
import okhttp3.internal.http2.Http2Writer;
import okhttp3.internal.http2.Settings;
import okio.Buffer;
import okio.Okio;

/** Writes the frames of an HTTP/2 client. Flushes after each frame. */
public final class Http2Output {
    private final Http2Writer writer;

    Http2Output(OutputStream out) {
        this.writer = new Http2Writer(Okio.buffer(Okio.sink(out)), true);
    }

    static List<Header> request(String method, String target, boolean secured, String... fields) {
        List<Header> all = new ArrayList<>(List.of(
                new Header(Header.TARGET_METHOD, method),
                new Header(Header.TARGET_SCHEME, secured ? "https" : "http"),
                new Header(Header.TARGET_AUTHORITY, "127.0.0.1"),
                new Header(Header.TARGET_PATH, target)));
        all.addAll(fields(List.of(fields)));
        all.removeIf(field -> field.name.utf8().equals("host"));
        return all;
    }

    public static List<Header> fields(List<String> lines) {
        return lines.stream()
                .map(line -> new Header(
                        line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                        line.substring(line.indexOf(':') + 1).strip()))
                .toList();
    }

    void preface(int streamWindow) {
        write(writer::connectionPreface);
        settings(streamWindow);
    }

    public void settings(int streamWindow) {
        write(() -> writer.settings(new Settings().set(Settings.INITIAL_WINDOW_SIZE, streamWindow)));
    }

    public void headers(int streamId, List<Header> fields, boolean ends) {
        write(() -> writer.headers(ends, streamId, fields));
    }

    public void data(int streamId, byte[] bytes, int from, int count, boolean ends) {
        write(() -> writer.data(ends, streamId, new Buffer().write(bytes, from, count), count));
    }

    void open(int streamId, int bytes) {
        write(() -> writer.windowUpdate(streamId, bytes));
    }

    /**
     * Sends WINDOW_UPDATE for the bytes that a test has read. Does nothing if the connection has ended. The next read
     * then finds the end.
     */
    void credit(int streamId, int bytes) {
        try {
            open(streamId, bytes);
        } catch (UncheckedIOException e) {
            if (!ClientSocket.isReset(e.getCause())) {
                throw e;
            }
        }
    }

    public void cancel(int streamId) {
        write(() -> writer.rstStream(streamId, ErrorCode.CANCEL));
    }

    void acknowledge(Settings settings) {
        write(() -> writer.applyAndAckSettings(settings));
    }

    public void ping(boolean ack, int first, int second) {
        write(() -> writer.ping(ack, first, second));
    }

    public void goAway() {
        write(() -> writer.goAway(0, ErrorCode.NO_ERROR, new byte[0]));
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private void write(Writing writing) {
        try {
            writing.run();
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
