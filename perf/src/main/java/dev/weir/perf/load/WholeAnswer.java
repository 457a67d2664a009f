package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A response as it comes, kept whole.
 *
 * <p>Whatever is wrong is an {@link IllegalStateException} or an {@link IllegalArgumentException} whose message is the
 * reason; after one, nothing more may be read. Not thread-safe.
 */
public final class WholeAnswer {
    private static final int LONGEST = 64 * 1024;
    private static final int NO_CONTENT = 204;

    private final ResponseHead head = new ResponseHead();
    private final ChunkedBody chunks = new ChunkedBody(this::keep);
    private byte[] body = new byte[256];
    private int length;
    /** As the head says; below zero where the body comes in chunks. */
    private long wanted;

    /** Takes what belongs to the answer from {@code in}; what is left in it belongs to the next one. */
    public void read(ByteBuf in) {
        if (!head.isComplete()) {
            if (!head.read(in)) {
                return;
            }
            wanted = head.status() == NO_CONTENT ? 0 : head.contentLength();
            if (wanted < 0 && !head.isChunked()) {
                throw new IllegalStateException("no length");
            }
        }
        if (wanted < 0) {
            chunks.read(in);
        } else {
            keep(in, (int) Math.min(in.readableBytes(), wanted - length));
        }
    }

    /** Takes all of {@code in}: with one request under way nothing may follow its answer. */
    public void readAll(ByteBuf in) {
        read(in);
        if (in.isReadable()) {
            throw new IllegalStateException("bytes after the end of the body");
        }
    }

    private void keep(ByteBuf in, int bytes) {
        int end = length + bytes;
        if (end > LONGEST) {
            throw new IllegalStateException("a body of more than " + LONGEST + " bytes");
        }
        if (end > body.length) {
            body = Arrays.copyOf(body, Math.max(end, 2 * body.length));
        }
        in.readBytes(body, length, bytes);
        length = end;
    }

    public boolean isComplete() {
        return head.isComplete() && (wanted < 0 ? chunks.isComplete() : length == wanted);
    }

    public int status() {
        return head.status();
    }

    /** Up to which event the client has been told, or null when the head does not tell. */
    public @Nullable String cursor() {
        return head.cursor();
    }

    boolean saysWhenToRetry() {
        return head.saysWhenToRetry();
    }

    /** Of a complete one. */
    public byte[] body() {
        return Arrays.copyOf(body, length);
    }

    /** Whether the server says that it ends the connection after this answer. */
    public boolean closes() {
        return head.closes();
    }

    /** Ready for the next one. */
    public void clear() {
        head.clear();
        chunks.clear();
        length = 0;
    }
}
