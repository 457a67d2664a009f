package dev.weir.perf.events;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Takes a {@code text/event-stream} apart into its frames, and makes no object of any.
 *
 * <p>Of what the format allows it takes only what these servers have reason to send: a comment, an id, or an id and one
 * line of data. Not thread-safe.
 */
final class EventFrames {
    private static final int LONGEST = 1 << 20;
    private static final int NONE = -1;
    private static final byte[] ID = "id:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data:".getBytes(StandardCharsets.US_ASCII);

    private final Listener listener;
    /** What belongs to no whole frame yet, at the beginning. */
    private byte[] text = new byte[256];

    private int length;

    /** Hears each frame when its last byte has come. */
    interface Listener {
        /** The id of the frame that comes next. */
        default void id(byte[] bytes, int from, int to) {}

        /** One that says nothing but that the stream is there. */
        void sign();

        /** One with data, which lies in {@code bytes} until this returns. */
        void event(byte[] bytes, int from, int to);
    }

    EventFrames(Listener listener) {
        this.listener = listener;
    }

    /**
     * Takes so many bytes of {@code in}.
     *
     * @throws IllegalStateException where they are no frame
     */
    void read(ByteBuf in, int bytes) {
        int end = length + bytes;
        if (end > LONGEST) {
            throw new IllegalStateException("no end of a frame in " + LONGEST + " bytes");
        }
        if (end > text.length) {
            text = Arrays.copyOf(text, Math.max(end, 2 * text.length));
        }
        in.readBytes(text, length, bytes);
        int from = 0;
        for (int at = length; at < end; at++) {
            if (text[at] == '\n' && at > from && text[at - 1] == '\n') {
                frame(from, at - 1);
                from = at + 1;
            }
        }
        length = end - from;
        System.arraycopy(text, from, text, 0, length);
    }

    /** Whether what was read ended with a frame. */
    boolean isBetween() {
        return length == 0;
    }

    /** Without the blank line that ends it. */
    private void frame(int from, int to) {
        int end = from;
        while (end < to && text[end] != '\n') {
            end++;
        }
        int id = value(from, end, ID);
        int data = end < to ? value(end + 1, to, DATA) : NONE;
        if (id != NONE) {
            listener.id(text, id, end);
        }
        if (end == to && (text[from] == ':' || id != NONE)) {
            listener.sign();
        } else if (id != NONE && data != NONE) {
            listener.event(text, data, to);
        } else {
            throw new IllegalStateException("a frame with more or less than an id and data");
        }
    }

    /** Where the value of a line of this name begins, after a blank if there is one; {@link #NONE}: another, or empty. */
    private int value(int from, int to, byte[] name) {
        int value = from + name.length;
        if (to <= value || !Arrays.equals(text, from, value, name, 0, name.length)) {
            return NONE;
        }
        value += text[value] == ' ' ? 1 : 0;
        return value < to ? value : NONE;
    }
}
