package dev.weir.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.Header;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** A request on an HTTP/2 connection, and its answer. Fails if an incomplete answer ends like a complete one. */
public final class Http2Stream {
    private static final int MAX_FRAME = 16_384;

    private final Http2Connection connection;
    private final int id;
    private final Credit window;
    private final Buffer body = new Buffer();
    private long sendWindow;
    private long announced;
    private boolean isHead;
    private boolean isContinued;
    private boolean ended;
    private long came;
    private @Nullable Answer head;
    private @Nullable ErrorCode broken;

    Http2Stream(Http2Connection connection, int id, int window, int sendWindow) {
        this.connection = connection;
        this.id = id;
        this.window = new Credit(window);
        this.sendWindow = sendWindow;
    }

    public int id() {
        return id;
    }

    void announce(List<Header> request) {
        for (Header field : request) {
            if (field.name.utf8().equals("content-length")) {
                announced = Long.parseLong(field.value.utf8());
            }
            isHead |= field.name.equals(Header.TARGET_METHOD)
                    && field.value.utf8().equals("HEAD");
        }
    }

    long announced() {
        return announced;
    }

    public void send(byte[] content, boolean ends) {
        int at = 0;
        do {
            if (at < content.length) {
                readUntil(() -> room() > 0);
            }
            if (isOver()) {
                return;
            }
            int count = (int) Math.min(content.length - at, room());
            connection.output().data(id, content, at, count, ends && at + count == content.length);
            connection.frames().sent(count);
            sendWindow -= count;
            at += count;
        } while (at < content.length);
    }

    private long room() {
        return Math.min(MAX_FRAME, Math.min(sendWindow, connection.frames().connectionWindow()));
    }

    public boolean isOver() {
        return ended || broken != null;
    }

    public Answer head() {
        readUntil(() -> head != null);
        if (head == null && (broken == ErrorCode.PROTOCOL_ERROR || broken == ErrorCode.CANCEL)) {
            throw new MalformedRequestException();
        }
        if (head == null) {
            throw new UncheckedIOException(new EOFException("stream " + id + " ended without an answer: " + broken));
        }
        return head;
    }

    /** Waits until the server asks for the body (status 100). Then the server has begun with the request. */
    public void awaitContinue() {
        readUntil(() -> isContinued);
        assertThat(isContinued).isTrue();
    }

    public boolean hasMore() {
        return head != null || isOver();
    }

    @Nullable
    public ErrorCode broken() {
        return broken;
    }

    public boolean isWhole() {
        return ended;
    }

    public long came() {
        return came;
    }

    public byte[] some(int most) {
        Buffer some = new Buffer();
        while (some.size() < most) {
            readUntil(() -> !body.exhausted());
            if (body.exhausted()) {
                break;
            }
            int count = (int) Math.min(body.size(), most - some.size());
            some.write(body, count);
            connection.taken(count);
            int credit = window.take(count);
            if (credit > 0 && !isOver()) {
                connection.output().credit(id, credit);
            }
        }
        return some.readByteArray();
    }

    byte[] piece() {
        readUntil(() -> !body.exhausted());
        return some((int) body.size());
    }

    public void open(int bytes) {
        connection.open(id, bytes);
    }

    /** Reads the body after its first {@code already} bytes. Throws if a body without Content-Length is cut off. */
    public Answer rest(int already) {
        Answer answer = head();
        byte[] rest = some(Integer.MAX_VALUE);
        String length = answer.field("Content-Length");
        if (ended && length != null && !isHead && answer.status() != 304) {
            assertThat(already + (long) rest.length)
                    .as("bytes of an answer of %s that ended as if it were whole", length)
                    .isEqualTo(Long.parseLong(length));
        }
        if (!ended && length == null) {
            throw new UncheckedIOException(new EOFException("stream " + id + " was broken off: " + broken));
        }
        return new Answer(answer.status(), answer.fields(), rest);
    }

    public void cancel() {
        if (!isOver()) {
            broken = ErrorCode.CANCEL;
            connection.output().cancel(id);
        }
    }

    private void readUntil(BooleanSupplier done) {
        while (!done.getAsBoolean() && !isOver()) {
            if (!connection.readOrEnd()) {
                connection.streams().forEach(stream -> stream.broken(ErrorCode.CONNECT_ERROR));
            }
        }
    }

    public void came(List<Header> fields, boolean ends) {
        Answer answer = Http2Frames.answer(fields);
        head = answer == null ? head : answer;
        isContinued |= head == null;
        ended |= ends;
    }

    public void came(byte[] data, boolean ends) throws IOException {
        came += data.length;
        if (broken == null) {
            body.write(data);
        } else {
            connection.taken(data.length); // dropped bytes, too, count in the connection's window
        }
        ended |= ends;
    }

    void opened(long bytes) {
        sendWindow += bytes;
    }

    public void broken(ErrorCode code) {
        if (!isOver()) {
            broken = code;
        }
    }
}
