package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.util.Locale;

/**
 * Reads the head of an HTTP/1.1 response, and nothing after it.
 *
 * <p>Only the status and the length of the body matter here, so this is cheaper than a codec that makes an object of
 * every header and of every part of the body. Not thread-safe.
 */
final class ResponseHead {
    private static final int LONGEST = 16 * 1024;
    private static final String END = "\r\n\r\n";
    private static final String LENGTH = "\r\ncontent-length:";

    private final StringBuilder text = new StringBuilder(512);
    private boolean complete;

    /**
     * Takes what belongs to the head from {@code in}.
     *
     * @return whether the head is complete; what is left in {@code in} is body
     * @throws IllegalStateException if no server would send a head like that
     */
    boolean read(ByteBuf in) {
        while (!complete && in.isReadable()) {
            text.append((char) in.readUnsignedByte());
            complete = text.length() >= END.length() && text.indexOf(END, text.length() - END.length()) >= 0;
            if (text.length() > LONGEST) {
                throw new IllegalStateException("no end of the head in " + LONGEST + " bytes");
            }
        }
        return complete;
    }

    boolean isComplete() {
        return complete;
    }

    int status() {
        if (!text.toString().matches("(?s)HTTP/1\\.[01] \\d{3}[ \r].*")) {
            throw new IllegalStateException("not an HTTP/1.1 response");
        }
        return Integer.parseInt(text.substring(9, 12));
    }

    /** The body's length, or -1 when the head does not tell. */
    long contentLength() {
        int at = text.toString().toLowerCase(Locale.ROOT).indexOf(LENGTH);
        if (at < 0) {
            return -1;
        }
        int from = at + LENGTH.length();
        return Long.parseLong(text.substring(from, text.indexOf("\r\n", from)).strip());
    }
}
