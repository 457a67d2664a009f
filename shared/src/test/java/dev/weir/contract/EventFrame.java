package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream of events up to a blank one.
 *
 * @param data joined by line feeds; null where none came, so that nothing fires
 */
record EventFrame(
        @Nullable String id,
        @Nullable String type,
        @Nullable String data) {
    static EventFrame of(List<String> lines) {
        String id = null;
        String type = null;
        String data = null;
        for (String line : lines) {
            int colon = line.indexOf(':');
            assertThat(colon).as("a colon in '%s'", line).isNotNegative();
            String value = line.substring(line.startsWith(": ", colon) ? colon + 2 : colon + 1);
            assertThat(value).doesNotContain("\r"); // to a browser it ends the line
            switch (line.substring(0, colon)) {
                case "" -> {} // a comment
                case "id" -> id = once(id, value);
                case "event" -> type = once(type, value);
                case "data" -> data = data == null ? value : data + "\n" + value;
                case "retry" -> assertThat(value).matches("[0-9]+");
                default -> throw new AssertionError("no field: '" + line + "'");
            }
        }
        assertThat(id)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        some -> assertThat(some).matches("[0-9A-Za-z-]{1,128}"));
        return new EventFrame(id, type, data);
    }

    private static String once(@Nullable String before, String value) {
        assertThat(before).as("a field that comes twice in a frame").isNull();
        return value;
    }
}
