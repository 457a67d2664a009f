package dev.weir.events;

import static dev.weir.events.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedPublicationTest {
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain";

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " ",
                "json",
                "/",
                "*/*",
                "text/*",
                "text/html",
                "text/event-stream",
                "application/xml",
                "application/problem+json",
                "application/json-seq",
                "multipart/form-data",
                "application/x-www-form-urlencoded",
                "text/plain;charset=iso-8859-1",
                "application/json;charset=utf-16",
                "text/plain;charset=nonsense",
                "text/plain;charset=",
                "application/json, text/plain"
            })
    void p03_anyOtherTypeIsUnsupported(@Nullable String type) {
        assertRefused(
                Problem.UNSUPPORTED_MEDIA_TYPE, () -> Submissions.one(type, null, null, utf8("{\"data\":\"x\"}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "1",
                "null",
                "\"x\"",
                "[]",
                "{}",
                "{\"topic\":\"a\"}",
                "{\"data\"}",
                "{\"data\":}",
                "{\"data\":\"x\"",
                "{\"data\":\"x",
                "{\"data\":[1}",
                "{\"data\":{\"a\":1]}",
                "{data:\"x\"}",
                "{'data':'x'}",
                "{\"data\":\"x\",}",
                "{\"data\":[1,]}",
                "{\"data\":\"a\nb\"}",
                "{\"data\":\"\\x\"}",
                "{\"data\":01}",
                "{\"data\":+1}",
                "{\"data\":.5}",
                "{\"data\":NaN}",
                "{\"data\":tru}",
                "{\"data\":\"x\"}}",
                "{\"data\":\"x\"} x",
                "{\"data\":\"x\"}{\"data\":\"y\"}",
                "{\"data\":\"x\"},",
                "{\"data\":\"x\"}\0",
                "/**/{\"data\":\"x\"}",
                "{\"data\":\"x\",\"data\":\"y\"}",
                "{\"type\":\"a\",\"data\":1,\"type\":\"a\"}",
                "{\"data\":{\"a\":1,\"a\":1}}",
                "{\"data\":\"x\",\"id\":\"7\"}",
                "{\"Data\":\"x\"}",
                "{\"data\":\"x\",\"\":1}",
                "{\"data\":\"\\ud834\"}",
                "{\"data\":[\"\\udd1e\\ud834\"]}",
                "{\"data\":1,\"topic\":\"\\ud834\"}",
                "{\"data\":1,\"topic\":1}",
                "{\"data\":1,\"topic\":[]}",
                "{\"data\":1,\"topic\":true}",
                "{\"data\":1,\"type\":{\"data\":1}}"
            })
    void p03_jsonThatIsNoneOrSaysSomethingElseIsMalformed(String body) {
        assertRefused(Problem.MALFORMED_EVENT, () -> json(body));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c328", "80", "ff", "e282", "eda080", "c080", "f8a0808080", "f4908080"})
    void p03_aBodyThatIsNotUtf8IsMalformed(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertRefused(Problem.MALFORMED_EVENT, () -> Submissions.one(TEXT, null, null, bytes));
        byte[] json = HexFormat.of().parseHex("7b2264617461223a22" + hex + "227d"); // {"data":"..."}
        assertRefused(Problem.MALFORMED_EVENT, () -> Submissions.one(JSON, null, null, json));
    }

    @Test
    void p03_jsonOfAnotherEncodingIsMalformed() {
        byte[] body = "{\"data\":\"x\"}".getBytes(UTF_16BE);
        assertRefused(Problem.MALFORMED_EVENT, () -> Submissions.one(JSON, null, null, body));
    }

    @Test
    void p03_deepNestingIsRefusedBeforeItCostsAStack() {
        assertRefused(
                Problem.MALFORMED_EVENT, () -> json("{\"data\":" + "[".repeat(30_000) + "]".repeat(30_000) + "}"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"data\":" + "{\"a\":".repeat(10_000)));
        String deep = "[".repeat(100) + "]".repeat(100);
        assertThat(json("{\"data\":" + deep + "}").data()).isEqualTo(deep);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e99999999999",
                "-1e-99999999999",
                "1E+2147483648",
                "[1e99999999999]",
                "{\"a\":1e99999999999}",
            })
    void p03_aNumberThatTheJdkCannotHoldIsMalformed(String number) {
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"data\":" + number + "}"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"topic\":" + number + ",\"data\":1}"));
    }

    @Test
    void p03_jsonBeyondALimitOfTheParserIsMalformed() {
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"data\":" + "1".repeat(10_000) + "}"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"data\":0." + "1".repeat(10_000) + "}"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"data\":1e" + "1".repeat(10_000) + "}"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"data\":{\"" + "n".repeat(60_000) + "\":1}}"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"" + "n".repeat(60_000) + "\":1}"));
    }

    @Test
    void p03_theDataHasAtMost64KiBHoweverItIsWritten() {
        int most = 65_536;
        assertThat(Submissions.one(TEXT, null, null, utf8("x".repeat(most))).data())
                .hasSize(most);
        assertRefused(Problem.TOO_LARGE, () -> Submissions.one(TEXT, null, null, utf8("x".repeat(most + 1))));
        for (String escape : new String[] {"x", "\\n", "\\u0000", "\\u0078"}) {
            assertThat(json(quoted(escape.repeat(most))).data()).hasSize(most);
            assertRefused(Problem.TOO_LARGE, () -> json(quoted(escape.repeat(most + 1))));
        }
        String wide = "\u20ac".repeat(most / 3);
        assertThat(json(quoted(wide + "x")).data()).isEqualTo(wide + "x");
        assertRefused(Problem.TOO_LARGE, () -> json(quoted(wide + "xx")));
    }

    @Test
    void p03_aBodyHasAnEndWhateverItSays() {
        String event = "{\"data\":1}";
        String blanks = " ".repeat(Publication.MOST_BYTES - event.length());
        assertThat(json(blanks + event).data()).isEqualTo("1");
        assertRefused(Problem.TOO_LARGE, () -> json(blanks + " " + event));
    }

    /**
     * Data that consists of line ends has the longest frame for its size. Each line end is one byte of the data, and
     * adds seven bytes to the frame: a line end, {@code data:} and a space.
     */
    @Test
    void p03_aFrameHasSevenTimesTheBytesAtMost() {
        assertThat(frameBytes("\n".repeat(65_536))).isEqualTo(7 * 65_536 + "id: e-1\ndata: \n\n".length());
    }

    private static String quoted(String escaped) {
        return "{\"data\":\"" + escaped + "\"}";
    }

    private static int frameBytes(String data) {
        Publication publication = Submissions.one(TEXT, null, null, utf8(data));
        return Event.of(1, "e-1", publication.topic(), null, publication.data()).sse().length;
    }

    private static Publication json(String body) {
        return Submissions.one(JSON, null, null, utf8(body));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }
}
