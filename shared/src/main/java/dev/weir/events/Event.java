package dev.weir.events;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * An event, encoded both for {@code text/event-stream} and as JSON. Immutable. All subscribers share the arrays.
 *
 * @param number the event's number in the log, from 1
 * @param topic null for an event that the log itself creates to report lost events
 * @param sse a frame of {@code text/event-stream} (WHATWG HTML, 9.2), in UTF-8
 * @param json an object {@code {"id","topic","type","data"}}, in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // events are never compared, and the arrays are never changed
record Event(long number, @Nullable String topic, byte[] sse, byte[] json) {
    static Event of(long number, String id, @Nullable String topic, @Nullable String type, String data) {
        return new Event(
                number,
                topic,
                sse(id, type, data).getBytes(StandardCharsets.UTF_8),
                json(id, topic, type, data).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the number of bytes of {@code sse} and {@code json} together. The log limits the sum over its events. */
    int bytes() {
        return sse.length + json.length;
    }

    /** Encodes a frame of {@code text/event-stream}. A browser passes a frame without a type to {@code onmessage}. */
    private static String sse(String id, @Nullable String type, String data) {
        StringBuilder frame = new StringBuilder(data.length() + 64);
        frame.append("id: ").append(id).append('\n');
        if (type != null) {
            frame.append("event: ").append(type).append('\n');
        }
        frame.append("data: ");
        for (int i = 0; i < data.length(); i++) {
            char c = data.charAt(i);
            if (c == '\r' || c == '\n') { // CR, LF and CR LF each end one line
                i += c == '\r' && i + 1 < data.length() && data.charAt(i + 1) == '\n' ? 1 : 0;
                frame.append("\ndata: ");
            } else {
                frame.append(c);
            }
        }
        return frame.append("\n\n").toString();
    }

    private static String json(String id, @Nullable String topic, @Nullable String type, String data) {
        return "{\"id\":" + quoted(id) + ",\"topic\":" + quoted(topic) + ",\"type\":" + quoted(type) + ",\"data\":"
                + quoted(data) + "}";
    }

    private static String quoted(@Nullable String text) {
        return text == null
                ? "null"
                : '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }
}
