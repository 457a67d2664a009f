package dev.weir.events;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A decoded event, for a web framework that encodes events as {@code text/event-stream} itself.
 *
 * @param type null if the event has no type
 * @param data lines separated by line feeds
 */
public record EventText(String id, @Nullable String type, String data) {
    /** Decodes one event from its {@code text/event-stream} encoding. */
    static EventText of(byte[] sse) {
        String id = "";
        String type = null;
        StringBuilder data = new StringBuilder(sse.length);
        for (String line : new String(sse, StandardCharsets.UTF_8).split("\n")) {
            int colon = line.indexOf(": ");
            String value = line.substring(colon + 2);
            switch (line.substring(0, colon)) {
                case "id" -> id = value;
                case "event" -> type = value;
                default -> data.append(value).append('\n');
            }
        }
        return new EventText(id, type, data.substring(0, data.length() - 1));
    }
}
