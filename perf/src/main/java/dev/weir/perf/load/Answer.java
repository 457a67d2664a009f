package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;

/**
 * A response as it comes, compared byte by byte with the one that must come.
 *
 * <p>Whatever is wrong is an {@link IllegalStateException} or an {@link IllegalArgumentException} whose message is the
 * reason; after one, nothing more may be read. Not thread-safe.
 */
final class Answer {
    private static final int OK = 200;

    private final ExpectedBody body;
    private final ResponseHead head = new ResponseHead();
    /** Bytes of the body that came and were right. */
    private int received;

    Answer(ExpectedBody body) {
        this.body = body;
    }

    /**
     * Takes all of {@code in}: with one request under way nothing may follow its answer.
     *
     * @return how many bytes of the body were in it
     */
    int read(ByteBuf in) {
        if (!head.isComplete()) {
            if (!head.read(in)) {
                return 0;
            }
            checkHead();
        }
        int bytes = in.readableBytes();
        int differsAt = body.differsAt(in, received);
        if (differsAt >= 0) {
            throw new IllegalStateException(
                    differsAt == body.length() ? "bytes after the end of the body" : "wrong byte in the body");
        }
        received += bytes;
        return bytes;
    }

    boolean isComplete() {
        return head.isComplete() && received == body.length();
    }

    /** Whether the server says that it ends the connection after this answer. */
    boolean closes() {
        return head.closes();
    }

    /** Ready for the next one. */
    void clear() {
        head.clear();
        received = 0;
    }

    private void checkHead() {
        if (head.status() != OK) {
            throw new IllegalStateException("status " + head.status());
        }
        if (head.contentLength() != body.length()) {
            throw new IllegalStateException("Content-Length " + head.contentLength() + " instead of " + body.length());
        }
    }
}
