package dev.weir.events;

import static dev.weir.events.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Tests names of topics and event types (P01, P03). A name must fit into one line of a stream and into a query. */
class EventNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a b",
                "a: b",
                ":a",
                "\u00e4\u20ac\ud834\udd1e",
                "data: x",
                "\"\\",
                "Gap",
                "gap2",
                "a\u2028b",
                "\u00a0a"
            })
    void p01_aNameIsOneLine(String name) {
        assertThat(text(name, name)).isEqualTo(new Publication(name, name, "x"));
        assertThat(json(name, name)).isEqualTo(new Publication(name, name, "x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " a",
                "a ",
                "\u3000a",
                "a\n",
                "a\nb",
                "a\rb",
                "\r\n",
                "a\0",
                "\ta",
                "a\tb",
                "\u001f",
                "a\u007f",
                "a\u0085b",
                "a\u009f",
                "a\ufffd",
                "a\ndata: x"
            })
    void p03_anyOtherIsRefused(String name) {
        assertRefused(Problem.MALFORMED_EVENT, () -> text(name, "t"));
        assertRefused(Problem.MALFORMED_EVENT, () -> text("t", name));
        assertRefused(Problem.MALFORMED_EVENT, () -> json(name, "t"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("t", name));
    }

    @Test
    void p03_aNameHasAtMost128Characters() {
        String longest = "x".repeat(128);
        assertThat(text(longest, longest)).isEqualTo(json(longest, longest));
        assertRefused(Problem.MALFORMED_EVENT, () -> text(longest + "x", "t"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("t", longest + "x"));
    }

    /** Nobody may publish an event of the type {@code gap}. Clients would believe that they have missed events. */
    @Test
    void e04_nobodyButTheLogSaysGap() {
        assertRefused(Problem.MALFORMED_EVENT, () -> text("t", "gap"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("t", "gap"));
        assertThat(text("gap", "t")).as("a topic of this name is allowed").isEqualTo(new Publication("gap", "t", "x"));
    }

    private static Publication text(String topic, String type) {
        return Submissions.one("text/plain", topic, type, "x".getBytes(UTF_8));
    }

    private static Publication json(String topic, String type) {
        byte[] body = JsonMapper.shared().writeValueAsBytes(Map.of("topic", topic, "type", type, "data", "x"));
        return Submissions.one("application/json", null, null, body);
    }
}
