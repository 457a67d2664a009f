package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A response as it comes, kept whole: for who can judge it only afterwards.
 *
 * <p>Whatever is wrong is an {@link IllegalStateException} or an {@link IllegalArgumentException} whose message is the
 * reason; after one, nothing more may be read. Not thread-safe.
 */
final class WholeAnswer {
    private static final int LONGEST = 64 * 1024;

    private final ResponseHead head = new ResponseHead();
    /** What came after the head, with its coding. */
    private byte[] text = new byte[8 * 1024];

    private int length;
    private boolean complete;
    private byte[] body = {};

    /** Takes all of {@code in}: with one request under way nothing may follow its answer. */
    void read(ByteBuf in) {
        if (complete) {
            throw new IllegalStateException("bytes after the end of the body");
        }
        if (!head.isComplete() && !head.read(in)) {
            return;
        }
        int end = length + in.readableBytes();
        if (end > LONGEST) {
            throw new IllegalStateException("a body of more than " + LONGEST + " bytes");
        }
        text = end > text.length ? Arrays.copyOf(text, LONGEST) : text;
        in.readBytes(text, length, end - length);
        length = end;
        if (head.isChunked()) {
            // From its beginning each time: it comes in two or three pieces.
            dechunk();
        } else {
            counted();
        }
    }

    private void counted() {
        long wanted = head.contentLength();
        if (wanted < 0 || length > wanted) {
            throw new IllegalStateException(wanted < 0 ? "no length" : "bytes after the end of the body");
        }
        if (length == wanted) {
            body = Arrays.copyOf(text, length);
            complete = true;
        }
    }

    private void dechunk() {
        ByteArrayOutputStream content = new ByteArrayOutputStream(length);
        int at = 0;
        while (true) {
            int endOfSize = lineEnd(at);
            if (endOfSize < 0) {
                return;
            }
            int size = Integer.parseInt(new String(text, at, endOfSize - at, StandardCharsets.US_ASCII), 16);
            if (size < 0 || size > LONGEST) {
                throw new IllegalStateException("broken chunks");
            }
            at = endOfSize + 2;
            if (at + size + 2 > length) {
                return;
            }
            content.write(text, at, size);
            at += size + 2;
            if (text[at - 2] != '\r' || text[at - 1] != '\n') {
                throw new IllegalStateException("broken chunks");
            }
            if (size == 0) {
                break;
            }
        }
        if (at != length) {
            throw new IllegalStateException("bytes after the end of the body");
        }
        body = content.toByteArray();
        complete = true;
    }

    private int lineEnd(int from) {
        for (int at = from; at + 1 < length; at++) {
            if (text[at] == '\r' && text[at + 1] == '\n') {
                return at;
            }
        }
        return -1;
    }

    boolean isComplete() {
        return complete;
    }

    int status() {
        return head.status();
    }

    boolean saysWhenToRetry() {
        return head.saysWhenToRetry();
    }

    /** Of a complete one. */
    byte[] body() {
        return body.clone();
    }

    /** Whether the server says that it ends the connection after this answer. */
    boolean closes() {
        return head.closes();
    }

    /** Ready for the next one. */
    void clear() {
        head.clear();
        length = 0;
        complete = false;
        body = new byte[0];
    }
}
