package dev.weir.contract.http;

import static dev.weir.contract.server.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Sends the requests of the table {@code requests.csv}, and compares the answers with the table (rules D01 to D08, D12,
 * X01).
 *
 * <p>Tildes separate the header fields of a request. The column {@code content} has the range of bytes of {@code
 * text.txt} that the answer must contain. For a multipart answer, it has {@code parts:} and the ranges. If the table
 * names a field without a value, the answer must not have this field.
 */
public interface RequestContract extends ContractPart {
    DateTimeFormatter RFC_850 = DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.US);
    DateTimeFormatter ASCTIME = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US);
    Pattern PART = Pattern.compile("\\r"
            + "\\n"
            + "--(?<boundary>\\S+)\\r"
            + "\\n"
            + "Content-Type: text/plain\\r"
            + "\\n"
            + "Content-Range: bytes (?<first>\\d+)-(?<last>\\d+)/42\\r"
            + "\\n"
            + "\\r"
            + "\\n");

    @ParameterizedTest
    @CsvFileSource(
            resources = "/dev/weir/contract/requests.csv",
            delimiter = '|',
            useHeadersInDisplayName = true,
            quoteCharacter = '\u0000')
    default void d00_everyRequestHasTheAnswerOfTheTable(
            String method, String target, String fields, int status, String content, String answerFields) {
        Answer whole = server().get("/files/text.txt"); // so the next answer may come from the cache
        try (Connection connection = server().connect("127.0.0.1")) {
            String[] lines =
                    fields.equals("-") ? new String[0] : filled(fields, whole).split(" ~ ", -1);
            Answer answer = connection.send(method, target, lines).answer();
            answer.assertStatus(status);
            assertContent(answer, content);
            if (!answerFields.equals("-")) {
                for (String field : filled(answerFields, whole).split("; ", -1)) {
                    String[] pair = field.split("=", 2);
                    String found = answer.field(pair[0]);
                    assertThat(found == null ? "" : found)
                            .as("%s of %s", pair[0], answer)
                            .isEqualTo(pair[1]);
                }
            }
            // The next answer must begin where this one ends.
            assertThat(connection.send("GET", "/files/text.txt").answer().text())
                    .isEqualTo(TEXT);
        }
    }

    private static String filled(String text, Answer whole) {
        String date = Objects.requireNonNull(whole.field("Last-Modified"));
        Instant modified =
                ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        return text.replace("{etag}", Objects.requireNonNull(whole.field("ETag")))
                .replace("{date}", date)
                .replace("{date-1}", httpDate(modified.minusSeconds(1)))
                .replace("{date+1}", httpDate(modified.plusSeconds(1)))
                .replace("{rfc850}", RFC_850.format(modified.atOffset(ZoneOffset.UTC)))
                .replace("{asctime}", ASCTIME.format(modified.atOffset(ZoneOffset.UTC)));
    }

    private static String httpDate(Instant instant) {
        return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
                .format(instant.atOffset(ZoneOffset.UTC));
    }

    private static void assertContent(Answer answer, String expected) {
        if (expected.startsWith("problem:")) {
            assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
            assertThat(answer.member("type")).isEqualTo("/problems/" + expected.substring("problem:".length()));
            assertThat(answer.member("status")).isEqualTo("" + answer.status());
        } else if (expected.startsWith("parts:")) {
            assertParts(answer, expected.substring("parts:".length()));
        } else if (expected.equals("none") || expected.equals("empty")) {
            assertThat(answer.body()).isEmpty();
        } else {
            assertThat(answer.text()).isEqualTo(part(expected));
        }
    }

    /** Checks that a multipart body has exactly the parts for these ranges. */
    private static void assertParts(Answer answer, String ranges) {
        String body = answer.text();
        String type = Objects.requireNonNull(answer.field("Content-Type"));
        String boundary = type.substring("multipart/byteranges; boundary=".length());
        int at = 0;
        for (String range : ranges.split(",", -1)) {
            Matcher part = PART.matcher(body).region(at, body.length());
            assertThat(part.lookingAt())
                    .as("part %s at %s of %s", range, at, body)
                    .isTrue();
            assertThat(part.group("boundary")).isEqualTo(boundary);
            assertThat(part.group("first") + "-" + part.group("last")).isEqualTo(range);
            String content = part(range);
            assertThat(body.substring(part.end(), part.end() + content.length()))
                    .isEqualTo(content);
            at = part.end() + content.length();
        }
        assertThat(body.substring(at)).isEqualTo("\r\n--" + boundary + "--\r\n");
    }

    private static String part(String range) {
        String[] ends = range.split("-", 2);
        return TEXT.substring(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1);
    }
}
