package dev.weir.perf.events;

import dev.weir.perf.load.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Asks for the next event, and when it is there for the next one, always with the cursor of the last answer.
 *
 * <p>Its first question does not wait: it asks where the log is now, so that no event is missed from then on.
 */
final class PollClient extends EventClient {
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    /** Of a body; an event has less. */
    private static final int LONGEST = 1 << 16;

    private static final byte[] END = ascii("\"}]");

    private final ResponseHead head = new ResponseHead();
    private byte[] body = {};
    private int received;
    private boolean asked;

    PollClient(Owner owner) {
        super(owner);
    }

    @Override
    void begin() {
        ask("timeout=0");
    }

    private void ask(String query) {
        asked = true;
        get("/events/next?" + query + " HTTP/1.1\r\nHost: localhost");
    }

    @Override
    void read(ByteBuf in, long nowNanos) {
        if (!asked) {
            throw new IllegalStateException("bytes that nobody asked for");
        }
        if (!head.isComplete()) {
            if (!head.read(in)) {
                return;
            }
            body = new byte[length()];
            received = 0;
        }
        int bytes = in.readableBytes();
        if (bytes > body.length - received) {
            throw new IllegalStateException("bytes after the end of the body");
        }
        in.readBytes(body, received, bytes);
        received += bytes;
        if (received == body.length) {
            answered(nowNanos);
        }
    }

    private int length() {
        if (head.status() == NO_CONTENT) {
            return 0;
        }
        if (head.status() != OK) {
            throw new IllegalStateException("status " + head.status());
        }
        long length = head.contentLength();
        if (length <= 0 || length > LONGEST) {
            throw new IllegalStateException("a body of " + length + " bytes");
        }
        return (int) length;
    }

    private void answered(long nowNanos) {
        String cursor = head.cursor();
        if (cursor == null || head.closes()) {
            throw new IllegalStateException(cursor == null ? "no cursor" : "the server ends the connection");
        }
        head.clear();
        asked = false;
        ready();
        if (body.length > 0) {
            event(cursor, nowNanos);
        }
        ask("after=" + cursor + "&timeout=30s");
    }

    /** As the only member of an array, or, as nchan has it, alone. */
    private void event(String cursor, long nowNanos) {
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
