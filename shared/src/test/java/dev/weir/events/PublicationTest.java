package dev.weir.events;

import static dev.weir.events.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import java.math.BigDecimal;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** P01 and P03: what may be published, and how it is written. */
class PublicationTest {
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "{\"data\":\"x\"}|default|-|x",
                "{\"topic\":\"a\",\"type\":\"b\",\"data\":\"x\"}|a|b|x",
                " { \"data\" : \"x\" , \"type\" : \"b\" } |default|b|x",
                "{\"topic\":null,\"type\":null,\"data\":\"x\"}|default|-|x",
                "{\"topic\":\"gap\",\"data\":\"x\"}|gap|-|x",
                "{\"topic\":\"\\u00e4 b:c\",\"data\":\"\"}|\u00e4 b:c|-|``",
                "{\"data\":\"\\ud834\\udd1e\\t\"}|default|-|`\ud834\udd1e\t`",
                "{\"data\":null}|default|-|null",
                "{\"data\":true}|default|-|true",
                "{\"data\":-17}|default|-|-17",
                "{\"data\":[ ]}|default|-|[]",
                "{\"data\": { \"b\" : [ 1 , { } , null , \"c d\" ], \"a\":2} }|default|-|{\"b\":[1,{},null,\"c d\"],\"a\":2}"
            })
    void p01_jsonAsItIsMeant(String body, String topic, @Nullable String type, String data) {
        assertThat(json(body)).isEqualTo(new Publication(topic, type, data));
    }

    @Test
    void p01_textIsTheData() {
        assertThat(Publication.of(TEXT, null, null, utf8(" \u20ac\r\n\0")))
                .isEqualTo(new Publication("default", null, " \u20ac\r\n\0"));
        assertThat(Publication.of(TEXT, "a", "b", utf8(""))).isEqualTo(new Publication("a", "b", ""));
    }

    @Test
    void p01_ofJsonTheQueryIsNotLookedAt() {
        assertThat(Publication.of(JSON, "a", "\n", utf8("{\"data\":1}")))
                .isEqualTo(new Publication("default", null, "1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "1.10",
                "0.1000000000000000055511151231257827",
                "123456789012345678901234567890",
                "1e2",
                "2.5E-300",
                "1e400",
                "-9223372036854775809",
                "1E+5000"
            })
    void p01_aNumberIsExact(String number) {
        assertThat(new BigDecimal(json("{\"data\":" + number + "}").data())).isEqualTo(new BigDecimal(number));
        String nested = json("{\"data\":{\"n\":[" + number + "]}}").data();
        assertThat(nested).startsWith("{\"n\":[").endsWith("]}");
        assertThat(new BigDecimal(nested.substring(6, nested.length() - 2))).isEqualTo(new BigDecimal(number));
    }

    @Test
    void p01_nestedTextIsTheSameText() {
        String body = "{\"data\":{\"\\u00e4\\n\":\"\\\"\\\\\\/\\u0000\ud834\udd1e\"}}";
        assertThat(JsonMapper.shared().readTree(json(body).data()))
                .isEqualTo(JsonMapper.shared().readTree(body).get("data"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";charset=utf-8", "; charset=\"UTF-8\"", ";charset=us-ascii", ";v=1", " ;v=1", ";"})
    void p01_parametersOfTheTypeDoNoHarm(String parameters) {
        byte[] body = utf8("{\"data\":\"x\"}");
        assertThat(Publication.of("Application/JSON" + parameters, null, null, body)
                        .data())
                .isEqualTo("x");
        assertThat(Publication.of("TEXT/plain" + parameters, null, null, utf8("x"))
                        .data())
                .isEqualTo("x");
    }

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
        assertRefused(Problem.UNSUPPORTED_MEDIA_TYPE, () -> Publication.of(type, null, null, utf8("{\"data\":\"x\"}")));
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
                "[{\"data\":\"x\"}]",
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
    void p03_whatIsNotUtf8IsMalformed(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertRefused(Problem.MALFORMED_EVENT, () -> Publication.of(TEXT, null, null, bytes));
        byte[] json = HexFormat.of().parseHex("7b2264617461223a22" + hex + "227d"); // {"data":"..."}
        assertRefused(Problem.MALFORMED_EVENT, () -> Publication.of(JSON, null, null, json));
    }

    @Test
    void p03_jsonOfAnotherEncodingIsMalformed() {
        byte[] body = "{\"data\":\"x\"}".getBytes(UTF_16BE);
        assertRefused(Problem.MALFORMED_EVENT, () -> Publication.of(JSON, null, null, body));
    }

    @Test
    void p03_deepNestingIsRefusedBeforeItCostsAStack() {
        assertRefused(
                Problem.MALFORMED_EVENT, () -> json("{\"data\":" + "[".repeat(30_000) + "]".repeat(30_000) + "}"));
        assertRefused(Problem.MALFORMED_EVENT, () -> json("{\"data\":" + "{\"a\":".repeat(10_000)));
        String deep = "[".repeat(100) + "]".repeat(100);
        assertThat(json("{\"data\":" + deep + "}").data()).isEqualTo(deep);
    }

    @Test
    void p03_aBodyHasAtMost64KiB() {
        int most = 65_536;
        assertThat(Publication.of(TEXT, null, null, utf8("x".repeat(most))).data())
                .hasSize(most);
        assertRefused(Problem.TOO_LARGE, () -> Publication.of(TEXT, null, null, utf8("x".repeat(most + 1))));
        String text = "x".repeat(most - "{\"data\":\"\"}".length());
        assertThat(json("{\"data\":\"" + text + "\"}").data()).isEqualTo(text);
        assertRefused(Problem.TOO_LARGE, () -> json("{\"data\":\"" + text + "\"} "));
    }

    /** If this fails, check what a line costs: each is a field of the frame, and nobody shall hold much more than a body. */
    @Test
    void p03_aFrameHasHardlyMoreBytesThanABodyMay() {
        assertThat(frameBytes("\n".repeat(9_000))).isLessThan(65_536 + 100);
        assertRefused(Problem.TOO_LARGE, () -> frameBytes("\n".repeat(30_000)));
        String lines = "\u20ac\u20ac\u20ac\n".repeat(6_500);
        assertThat(utf8(lines)).hasSizeLessThan(65_536);
        assertRefused(Problem.TOO_LARGE, () -> frameBytes(lines));
    }

    private static int frameBytes(String data) {
        Publication publication = Publication.of(TEXT, null, null, utf8(data));
        return Event.of(1, "e-1", publication.topic(), null, publication.data()).sse().length;
    }

    private static Publication json(String body) {
        return Publication.of(JSON, null, null, utf8(body));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }
}
