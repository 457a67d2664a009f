package dev.weir.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** Parses a stream of the type {@code text/event-stream} exactly as WHATWG HTML, 9.2.5 and 9.2.6, defines it. */
final class ParsedStream {
    record Message(String type, String data, String lastEventId) {}

    private static final String BOM = "\ufeff";
    /** The value of {@link #retryMillis} if the stream has no {@code retry} field. */
    static final long NO_RETRY = -1;

    private final List<Message> messages = new ArrayList<>();
    private final StringBuilder data = new StringBuilder();
    private String type = "";
    private String id = "";
    private String lastEventId = "";
    private long retryMillis = NO_RETRY;

    private ParsedStream() {}

    static ParsedStream of(byte[] bytes) {
        ParsedStream stream = new ParsedStream();
        String text = new String(bytes, UTF_8);
        stream.lines(text.startsWith(BOM) ? text.substring(BOM.length()) : text);
        return stream;
    }

    private void lines(String text) {
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' && i > 0 && text.charAt(i - 1) == '\r') {
                begin = i + 1;
            } else if (c == '\n' || c == '\r') {
                line(text.substring(begin, i));
                begin = i + 1;
            }
        }
    }

    private void line(String line) {
        int colon = line.indexOf(':');
        if (line.isEmpty()) {
            dispatch();
        } else if (colon > 0) {
            int value = line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1;
            field(line.substring(0, colon), line.substring(value));
        } else if (colon < 0) {
            field(line, "");
        }
    }

    private void field(String name, String value) {
        switch (name) {
            case "event" -> type = value;
            case "data" -> data.append(value).append('\n');
            case "id" -> id = value.indexOf('\0') < 0 ? value : id;
            case "retry" -> retryMillis = value.matches("[0-9]+") ? Long.parseLong(value) : retryMillis;
            default -> {
                // The standard says to ignore other fields.
            }
        }
    }

    private void dispatch() {
        lastEventId = id;
        if (!data.isEmpty()) {
            data.setLength(data.length() - 1);
            messages.add(new Message(type.isEmpty() ? "message" : type, data.toString(), lastEventId));
        }
        data.setLength(0);
        type = "";
    }

    List<Message> messages() {
        return messages;
    }

    String lastEventId() {
        return lastEventId;
    }

    long retryMillis() {
        return retryMillis;
    }
}
