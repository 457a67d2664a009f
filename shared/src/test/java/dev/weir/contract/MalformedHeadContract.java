package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * X02: heads that RFC 9112 calls invalid, and valid ones that are close to invalid.
 *
 * <p>The requests are written as they are sent, with Java's escapes. Behind a proxy that reads an invalid head in
 * another way, it could smuggle a request. So the server must read nothing more of the connection after the refusal.
 */
public interface MalformedHeadContract extends ServerUnderTest {
    /** The shortest request line that RFC 9112, 3 recommends to support, in octets. */
    int LINE_OCTETS = 8_000;

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = "/dev/weir/contract/malformed-heads.csv",
            delimiter = '|',
            numLinesToSkip = 1,
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '\u0000')
    default void x02_whatIsInvalidIsRefusedAndTheConnectionEnds(String what, String request) {
        String smuggled = "GET /files/text.txt HTTP/1.1\r\nHost: a\r\n\r\n";
        try (Connection connection = send(request.translateEscapes() + smuggled)) {
            connection.answer().assertStatus(400);
            assertThat(connection.hasEnded()).as("nothing after " + what).isTrue();
        }
        server().get("/files/text.txt").assertStatus(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /files/text.txt HTTP/1.0\\r\\n\\r\\n | 200", // HTTP/1.0 has no Host field
                "GET /files/text.txt HTTP/1.1\\r\\nhOST:a\\r\\n\\r\\n | 200",
                "GET /files/text.txt HTTP/1.1\\r\\nHost: [::1]:8080\\r\\n\\r\\n | 200",
                "\\r\\nGET /files/text.txt HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n | 200",
                "GET http://a/files/text.txt HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n | 200",
                "GET /files/text.txt HTTP/1.1\\r\\nHost: a\\r\\nX:\\r\\n\\r\\n | 200",
                "POST /nothing HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: Chunked\\r\\n\\r\\n0\\r\\n\\r\\n | 404"
            })
    default void x02_whatIsValidIsServed(String request, int status) {
        try (Connection connection = send(request.translateEscapes())) {
            connection.answer().assertStatus(status);
        }
    }

    /** If this fails, check that both servers have one limit. */
    @Test
    default void x02_aRequestLineOfEightThousandOctetsIsTaken() {
        try (Connection connection = send(ofLine(LINE_OCTETS))) {
            connection.answer().assertStatus(404);
        }
    }

    @Test
    default void x02_aRequestLineOfTwiceAsManyIsRefused() {
        try (Connection connection = send(ofLine(2 * LINE_OCTETS))) {
            connection.answer().assertStatus(400, 414, 431);
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    private static String ofLine(int octets) {
        String rest = "GET /nothing/ HTTP/1.1\r\n";
        return rest.replace("/ ", "/" + "x".repeat(octets - rest.length()) + " ") + "Host: a\r\n\r\n";
    }

    private Connection send(String request) {
        return server().connect("127.0.0.1").send(request.getBytes(StandardCharsets.ISO_8859_1));
    }
}
