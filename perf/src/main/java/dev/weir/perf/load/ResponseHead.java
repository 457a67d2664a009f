package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the head of an HTTP/1.1 response, and nothing after it.
 *
 * <p>Only the status, the length of the body, whether the connection ends and the cursor of events matter here, so this
 * is cheaper than a codec that makes an object of every header and of every part of the body. Not thread-safe.
 */
public final class ResponseHead {
    private static final int LONGEST = 16 * 1024;
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] VERSION = ascii("http/1.");
    private static final byte[] LENGTH = ascii("content-length:");
    private static final byte[] CONNECTION = ascii("connection:");
    private static final byte[] CODING = ascii("transfer-encoding:");
    private static final byte[] CURSOR = ascii("weir-cursor:");
    private static final byte[] RETRY = ascii("retry-after:");
    /** Where the three digits begin. */
    private static final int STATUS = "HTTP/1.1 ".length();

    private byte[] text = new byte[512];
    private int length;
    private boolean complete;

    /**
     * Takes what belongs to the head from {@code in}.
     *
     * @return whether the head is complete; what is left in {@code in} is body
     * @throws IllegalStateException if no server would send a head like that
     */
    public boolean read(ByteBuf in) {
        while (!complete && in.isReadable()) {
            if (length == LONGEST) {
                throw new IllegalStateException("no end of the head in " + LONGEST + " bytes");
            }
            if (length == text.length) {
                text = Arrays.copyOf(text, 2 * length);
            }
            text[length++] = in.readByte();
            complete = text[length - 1] == '\n' && length >= END.length && isAt(length - END.length, END);
        }
        return complete;
    }

    public boolean isComplete() {
        return complete;
    }

    /** Ready for the head of the next response. */
    public void clear() {
        length = 0;
        complete = false;
    }

    public int status() {
        if (length <= STATUS + 3 || !isAt(0, VERSION) || text[STATUS - 1] != ' ' || text[STATUS + 3] > ' ') {
            throw new IllegalStateException("not an HTTP/1.1 response");
        }
        return Integer.parseInt(new String(text, STATUS, 3, StandardCharsets.US_ASCII));
    }

    /** The body's length, or -1 when the head does not tell. */
    public long contentLength() {
        String value = value(LENGTH);
        return value == null ? -1 : Long.parseLong(value);
    }

    /** Whether the server says that it ends the connection after this response. */
    public boolean closes() {
        return "close".equalsIgnoreCase(value(CONNECTION));
    }

    public boolean isChunked() {
        return "chunked".equalsIgnoreCase(value(CODING));
    }

    /** Whether it says when to try again. */
    public boolean saysWhenToRetry() {
        return value(RETRY) != null;
    }

    /** Up to which event the client has been told, or null when the head does not tell. */
    @Nullable
    public String cursor() {
        return value(CURSOR);
    }

    private @Nullable String value(byte[] name) {
        for (int line = next(0); line < length; line = next(line)) {
            if (isAt(line, name)) {
                int from = line + name.length;
                return new String(text, from, next(line) - from, StandardCharsets.US_ASCII).strip();
            }
        }
        return null;
    }

    /** Where the line after that of {@code position} begins. */
    private int next(int position) {
        int at = position;
        while (at < length && text[at] != '\n') {
            at++;
        }
        return at + 1;
    }

    /** Whether these small letters stand there, small or capital. */
    private boolean isAt(int position, byte[] small) {
        if (position + small.length > length) {
            return false;
        }
        for (int i = 0; i < small.length; i++) {
            int b = text[position + i];
            if (b != small[i] && (b < 'A' || b > 'Z' || b + ('a' - 'A') != small[i])) {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
