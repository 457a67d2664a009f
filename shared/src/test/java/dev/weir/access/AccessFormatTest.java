package dev.weir.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AccessFormatTest {
    private static final Instant TIME = Instant.parse("2026-11-26T04:10:11.123456Z");

    @Test
    void a07_theCombinedFormatIsThatOfApacheWithFourWordsMore() {
        assertThat(AccessFormat.COMBINED.of(line("/files/a.bin", "curl/8.14")))
                .isEqualTo("203.0.113.7 - weir.clients[0] [26/Nov/2026:04:10:11 +0000] \"GET /files/a.bin HTTP/1.1\""
                        + " 200 204800 \"https://pages.example/\" \"curl/8.14\" 1.004 gold 6f1c2a");
    }

    @Test
    void a07_anAbsentValueIsADash() {
        AccessLine line = new AccessLine(null, null, null, TIME, null, null, null, 400, 0, null, null, 0, null);
        assertThat(AccessFormat.COMBINED.of(line))
                .isEqualTo("- - - [26/Nov/2026:04:10:11 +0000] \"- - -\" 400 0 \"-\" \"-\" 0.000 - -");
    }

    @Test
    void a07_noValueForgesALineOrAField() {
        String odd = "\" 200 0 \"\\\u001b[31m\r\n\u007f\u009b\u202e\u2028\u00e9\t";
        for (AccessFormat format : AccessFormat.values()) {
            assertThat(format.of(line("/" + odd, odd)))
                    .matches("[ -~]*")
                    .contains("\\\" 200 0 \\\"\\\\\\u001b[31m\\u000d\\u000a\\u007f\\u009b\\u202e\\u2028\\u00e9\\u0009");
        }
    }

    /** A time at a whole second must have milliseconds, too. Some programs cannot read a time without them. */
    @Test
    void a07_aTimeInJsonHasMillisecondsAlsoAtAWholeSecond() {
        AccessLine line =
                new AccessLine(null, null, null, Instant.EPOCH, null, null, null, 400, 0, null, null, 0, null);
        assertThat(AccessFormat.JSON.of(line)).contains("\"1970-01-01T00:00:00.000Z\"");
    }

    @Test
    void a07_aLineInJsonIsAnObject() {
        JsonNode line = JsonMapper.shared().readTree(AccessFormat.JSON.of(line("/files/\u00e9\"", null)));
        assertThat(line.get("time").asString()).isEqualTo("2026-11-26T04:10:11.123Z");
        assertThat(line.get("target").asString()).isEqualTo("/files/\u00e9\"");
        assertThat(line.get("status").asInt()).isEqualTo(200);
        assertThat(line.get("bytes").asLong()).isEqualTo(204_800);
        assertThat(line.get("seconds").asDouble()).isEqualTo(1.004);
        assertThat(line.get("agent").isNull()).isTrue();
        assertThat(line.propertyNames())
                .containsExactly(
                        "time",
                        "address",
                        "client",
                        "plan",
                        "method",
                        "target",
                        "protocol",
                        "status",
                        "bytes",
                        "referer",
                        "agent",
                        "seconds",
                        "requestId");
    }

    @Test
    void a07_aPlanWithABlankStaysOneWord() {
        assertThat(AccessFormat.word("very \"gold\"\n\u00e9")).isEqualTo("very__gold___");
    }

    private static AccessLine line(String target, @Nullable String agent) {
        return new AccessLine(
                "203.0.113.7",
                "weir.clients[0]",
                "gold",
                TIME,
                "GET",
                target,
                "HTTP/1.1",
                200,
                204_800,
                "https://pages.example/",
                agent,
                1_004_900_000,
                "6f1c2a");
    }
}
