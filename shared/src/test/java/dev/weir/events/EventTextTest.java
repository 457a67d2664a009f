package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTextTest {
    @ParameterizedTest
    @CsvSource(
            value = {"'one\ntwo'", "''", "' a: b'", "'\n'", "'event: x\n\nid: y'", "'\u20ac'"},
            ignoreLeadingAndTrailingWhitespace = false)
    void isReadAsItWasWritten(String data) {
        assertThat(read("a name", data)).isEqualTo(new EventText("e-1", "a name", data));
        assertThat(read(null, data)).isEqualTo(new EventText("e-1", null, data));
    }

    private static EventText read(@Nullable String type, String data) {
        return EventText.of(Event.of(1, "e-1", "topic", type, data).sse());
    }
}
