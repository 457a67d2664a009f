package dev.weir.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

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
                "{\"data\": { \"b\" : [ 1 , { } , null , \"c d\" ], \"a\":2} }|default|-|{\"b\":[1,{},null,\"c"
                        + " d\"],\"a\":2}"
            })
    void p01_jsonAsItIsMeant(String body, String topic, @Nullable String type, String data) {
        assertThat(json(body)).isEqualTo(new Publication(topic, type, data));
    }

    @Test
    void p01_textIsTheData() {
        assertThat(Submissions.one(TEXT, null, null, utf8(" \u20ac\r\n\0")))
                .isEqualTo(new Publication("default", null, " \u20ac\r\n\0"));
        assertThat(Submissions.one(TEXT, "a", "b", utf8(""))).isEqualTo(new Publication("a", "b", ""));
    }

    @Test
    void p01_theQueryIsIgnoredForJson() {
        assertThat(Submissions.one(JSON, "a", "\n", utf8("{\"data\":1}")))
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
        assertThat(Submissions.one("Application/JSON" + parameters, null, null, body)
                        .data())
                .isEqualTo("x");
        assertThat(Submissions.one("TEXT/plain" + parameters, null, null, utf8("x"))
                        .data())
                .isEqualTo("x");
    }

    private static Publication json(String body) {
        return Submissions.one(JSON, null, null, utf8(body));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }
}
