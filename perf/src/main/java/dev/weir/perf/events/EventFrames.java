package dev.weir.perf.events;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Parses an event stream (SSE). A frame may be a comment, an id, an id with one line of data, or a retry time. */
final class EventFrames {
    private static final int LONGEST = 1 << 20;
    private static final int NONE = -1;
    private static final byte[] ID = "id:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RETRY = "retry:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data:".getBytes(StandardCharsets.US_ASCII);

    private final Listener listener;
    private byte[] text = new byte[256];
    private int length; // of the incomplete frame at the beginning of the text

    interface Listener {
        default void id(byte[] bytes, int from, int to) {}

        /** Called for a frame without data, such as a comment. Such a frame only shows that the stream is open. */
        void comment();

        /** Called for each event. Its data starts at {@code from} and ends before {@code to}. The array is reused. */
        void event(byte[] bytes, int from, int to);

        /** Called when the server ends the stream and tells the client to reconnect. Throws unless it is overridden. */
        default void retry() {
            throw new IllegalStateException("the server tells the client to come back");
        }
    }

    EventFrames(Listener listener) {
        this.listener = listener;
    }

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

    boolean isBetween() {
        return length == 0;
    }

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
            listener.comment();
        } else if (id != NONE && data != NONE) {
            listener.event(text, data, to);
        } else if (end == to && value(from, end, RETRY) != NONE) {
            listener.retry();
        } else {
            throw new IllegalStateException("a frame is not a comment, an id, or an id with one line of data");
        }
    }

    /** Returns where the value of a line begins, or {@link #NONE} if the line has another name or no value. */
    private int value(int from, int to, byte[] name) {
        int value = from + name.length;
        if (to <= value || !Arrays.equals(text, from, value, name, 0, name.length)) {
            return NONE;
        }
        value += text[value] == ' ' ? 1 : 0;
        return value < to ? value : NONE;
    }
}
