package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A frame of an event stream ({@code text/event-stream}): the lines before a blank line.
 *
 * @param data the frame's data lines, joined by line feeds; null if the frame has no data line, and so fires no event
 */
public record EventFrame(
        @Nullable String id,
        @Nullable String type,
        @Nullable String data) {
    /** A heartbeat: a frame that contains only comments. */
    static final EventFrame COMMENT = new EventFrame(null, null, null);

    static EventFrame of(List<String> lines) {
        String id = null;
        String type = null;
        List<String> data = new ArrayList<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 0 || line.indexOf('\r') >= 0) { // for a browser, a carriage return ends a line
                throw new AssertionError("no colon, or a carriage return: '" + line + "'");
            }
            String value = line.substring(line.startsWith(": ", colon) ? colon + 2 : colon + 1);
            switch (line.substring(0, colon)) {
                case "" -> {} // a comment
                case "id" -> id = once(id, value);
                case "event" -> type = once(type, value);
                case "data" -> data.add(value);
                case "retry" -> assertThat(value).matches("[0-9]+");
                default -> throw new AssertionError("no field: '" + line + "'");
            }
        }
        assertThat(id)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        some -> assertThat(some).matches("[0-9A-Za-z-]{1,128}"));
        return new EventFrame(id, type, data.isEmpty() ? null : String.join("\n", data));
    }

    private static String once(@Nullable String before, String value) {
        assertThat(before).as("a field that comes twice in a frame").isNull();
        return value;
    }
}
